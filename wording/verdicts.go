package wording

import (
	"fmt"
	"slices"
)

// The outcomes of a claim.
const (
	Holds       = "holds"
	HoldsFew    = "holds (few runs)" // of fewer runs than an interval of the 95% level needs
	MetByAny    = "met by any method"
	HoldsInPart = "holds in part"
	DoesNotHold = "does not hold"
	CannotTell  = "cannot tell"
)

// Outcomes are in the order from the best to the one that says nothing.
var Outcomes = []string{Holds, HoldsFew, MetByAny, HoldsInPart, DoesNotHold, CannotTell}

// outcomes are as a sentence has them of one claim and of several.
var outcomes = map[string][2]string{
	Holds: {Holds, "hold"}, HoldsFew: {HoldsFew, "hold (few runs)"}, MetByAny: {"is " + MetByAny, "are " + MetByAny},
	HoldsInPart: {HoldsInPart, "hold in part"}, DoesNotHold: {DoesNotHold, "do not hold"}, CannotTell: {"cannot be told", "cannot be told"},
}

// IsHeld says whether an outcome is that a claim holds, however much that says.
func IsHeld(outcome string) bool {
	return outcome == Holds || outcome == HoldsFew || outcome == MetByAny
}

// Joint is the outcome of what has several, such as the readings of a claim: it holds where all do,
// by the weakest of them, and in part where some do, or do in part. Where none does, it does not
// hold if one does not, and cannot be told otherwise. What any method meets counts only where there
// is nothing else.
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

// Telling are the outcomes that count: what any method meets does where there is nothing else.
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
	NoData      = "no data"      // the data set cannot be had here
	FailedCell  = "failed"       // no repeat, or too few, ended well
	DataDiffers = "data differs" // rows or attributes are not the paper's
	TaskAssumed = "task assumed" // the paper does not say which task it is
	ByDesign    = "no verdict by design"
)

// Bins are the places of printed numbers, in the order of tables.
var Bins = []string{Reproduced, Better, Worse, TooNoisy, DataDiffers, TaskAssumed, NoData, ByDesign, NotRun, FailedCell, Preliminary}

// BinsOf are the bins that any of some rows has a number in, in the order of tables.
func BinsOf[R any](rows []R, in func(row R, bin string) int) []string {
	return slices.DeleteFunc(slices.Clone(Bins), func(bin string) bool {
		return !slices.ContainsFunc(rows, func(row R) bool { return in(row, bin) > 0 })
	})
}
