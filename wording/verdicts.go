package wording

import (
	"fmt"
	"slices"
)

// The outcomes of a claim.
const (
	Holds       = "holds"
	HoldsFew    = "holds (few runs)" // on fewer runs than an interval at the 95% level needs
	MetByAny    = "met by any method"
	HoldsInPart = "holds in part"
	DoesNotHold = "does not hold"
	CannotTell  = "cannot tell"
)

// Outcomes are ordered from the best to the one that says nothing.
var Outcomes = []string{Holds, HoldsFew, MetByAny, HoldsInPart, DoesNotHold, CannotTell}

// outcomes are the words of a sentence about one claim and about several.
var outcomes = map[string][2]string{
	Holds: {Holds, "hold"}, HoldsFew: {HoldsFew, "hold (few runs)"}, MetByAny: {"is " + MetByAny, "are " + MetByAny},
	HoldsInPart: {HoldsInPart, "hold in part"}, DoesNotHold: {DoesNotHold, "do not hold"}, CannotTell: {"cannot be told", "cannot be told"},
}

// VerdictsAndClaims counts both, and leaves out what there is none of.
func VerdictsAndClaims(verdicts, claims int) string {
	var parts []string
	if verdicts > 0 {
		parts = append(parts, Plural(verdicts, "verdict"))
	}
	if claims > 0 {
		parts = append(parts, Plural(claims, "claim"))
	}
	return And(parts)
}

// IsHeld says whether an outcome is one of those by which a claim holds, however weakly.
func IsHeld(outcome string) bool {
	return outcome == Holds || outcome == HoldsFew || outcome == MetByAny
}

// Held is how many of some outcomes are such.
func Held(all []string) int {
	return len(slices.DeleteFunc(slices.Clone(all), func(o string) bool { return !IsHeld(o) }))
}

// Joint combines several outcomes, such as those of the readings of a claim. It holds if all do, with
// the weakest of their outcomes, and in part if some do, or do in part. If none does, it does not
// hold if one does not, and otherwise cannot be told. Outcomes that any method meets count only if
// there are no others.
func Joint(all []string) string {
	all = Telling(all)
	switch {
	case len(all) == 0:
		return CannotTell
	case !slices.ContainsFunc(all, func(o string) bool { return !IsHeld(o) }):
		return slices.MaxFunc(all, func(a, b string) int { return slices.Index(Outcomes, a) - slices.Index(Outcomes, b) })
	case slices.ContainsFunc(all, func(o string) bool { return IsHeld(o) || o == HoldsInPart }):
		return HoldsInPart
	case slices.Contains(all, DoesNotHold):
		return DoesNotHold
	}
	return CannotTell
}

// Telling are the outcomes that count: those that any method meets count only if there are no others.
func Telling(all []string) []string {
	if rest := slices.DeleteFunc(slices.Clone(all), func(o string) bool { return o == MetByAny }); len(rest) > 0 {
		return rest
	}
	return all
}

// Outcome writes how many claims have an outcome: "1 holds", "2 hold".
func Outcome(n int, outcome string) string {
	words, known := outcomes[outcome]
	if !known {
		return fmt.Sprintf("%d %s", n, outcome)
	}
	return fmt.Sprintf("%d %s", n, Agree(n, words[0], words[1]))
}

// The verdicts on a published number.
const (
	Reproduced  = "reproduced"
	Better      = "better"
	Worse       = "worse"
	TooNoisy    = "too noisy"    // within a tolerance that is too wide to tell
	Preliminary = "preliminary"  // not the paper profile, or fewer than ten repeats
	NotRun      = "not run"      // no record
	NoData      = "no data"      // the data set is not available here
	FailedCell  = "failed"       // no repeat, or too few, succeeded
	DataDiffers = "data differs" // rows or attributes are not the paper's
	TaskAssumed = "task assumed" // the paper does not say which task it is
	ByDesign    = "no verdict by design"
)

// Bins are the places of printed numbers, in the order of tables.
var Bins = []string{Reproduced, Better, Worse, TooNoisy, DataDiffers, TaskAssumed, NoData, ByDesign, NotRun, FailedCell, Preliminary}

// BinsOf are the bins in which any of the rows has a number, in the order of tables.
func BinsOf[R any](rows []R, in func(row R, bin string) int) []string {
	return slices.DeleteFunc(slices.Clone(Bins), func(bin string) bool {
		return !slices.ContainsFunc(rows, func(row R) bool { return in(row, bin) > 0 })
	})
}
