package wording

import "fmt"

// The outcomes of a claim.
const (
	Holds       = "holds"
	HoldsInPart = "holds in part"
	DoesNotHold = "does not hold"
	CannotTell  = "cannot tell"
)

// Outcomes are in the order from the best to the one that says nothing.
var Outcomes = []string{Holds, HoldsInPart, DoesNotHold, CannotTell}

// outcomes are as a sentence has them of one claim and of several.
var outcomes = map[string][2]string{
	Holds: {Holds, "hold"}, HoldsInPart: {HoldsInPart, "hold in part"},
	DoesNotHold: {DoesNotHold, "do not hold"}, CannotTell: {"cannot be told", "cannot be told"},
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
