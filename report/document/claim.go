package document

import (
	"cmp"
	"fmt"
	"slices"

	"gpcbench/wording"
)

// Claim is a sentence of a paper with what the records say of it. Reports of several experiments
// may each have some of its readings: [JoinClaims] puts them together.
type Claim struct {
	Number   int       `json:"number"` // in the paper's order
	ID       string    `json:"id"`
	Says     string    `json:"says"`
	Section  string    `json:"section"`           // where the paper says it
	Settle   string    `json:"settle,omitempty"`  // what would settle it; of a whole claim where a reading is open
	Outcome  string    `json:"outcome,omitempty"` // over its readings: one of [wording.Outcomes]
	Readings []Reading `json:"readings"`
}

// Reading is one way to measure what a claim says, as a row: what is measured, from where on it is
// as claimed, what it comes to, and how many cases stand how to that.
type Reading struct {
	Number    int    `json:"number"`               // within the claim
	As        string `json:"as,omitempty"`         // how it takes the sentence; empty where there is one reading
	Beside    bool   `json:"beside,omitempty"`     // it stands beside the others, and does not count
	Statistic string `json:"statistic"`            // what is measured, such as "NLL of VI less that of EP"
	Claimed   string `json:"claimed"`              // "at least 10"
	Because   string `json:"because,omitempty"`    // where in the paper that comes from
	AnyMethod string `json:"any_method,omitempty"` // why any method would meet it
	Ours      string `json:"ours"`
	Interval  string `json:"interval,omitempty"`
	Few       bool   `json:"few,omitempty"`  // the interval is of fewer fits than one of 95% needs
	Over      string `json:"over,omitempty"` // what the interval is over
	Why       string `json:"why,omitempty"`  // why it cannot be told, where that is not the interval
	Cases     Cases  `json:"cases"`
	Scale     *Scale `json:"scale,omitempty"` // nil where there is no value
	Outcome   string `json:"outcome"`

	Pairs    []PairRow `json:"pairs,omitempty"`    // of methods, where there are several
	Variants []Variant `json:"variants,omitempty"` // what it comes to otherwise
	Caveats  []string  `json:"caveats,omitempty"`

	Experiment string  `json:"experiment"`
	Profile    string  `json:"profile"`
	Command    string  `json:"command,omitempty"`     // that makes its records anew
	CPUSeconds float64 `json:"cpu_seconds,omitempty"` // of these
	Run        string  `json:"run,omitempty"`         // the days on which they were made
}

// Folder is where the report lies that has the reading.
func (r Reading) Folder() string { return r.Experiment + "/" + r.Profile }

// Cases counts data sets, settings and pairs of methods by how they stand to a claim. Short has the
// direction, but not the size.
type Cases struct {
	For     int `json:"for,omitempty"`
	Against int `json:"against,omitempty"`
	Short   int `json:"short,omitempty"`
	Open    int `json:"open,omitempty"`
}

// Contrary are those that are not as claimed.
func (c Cases) Contrary() int { return c.Against + c.Short }

// Scale is where a value and its interval lie beside the threshold: 0 is the threshold, above 0 is
// as claimed, and the farthest of the three is at 1 or -1. Each row has a scale of its own, so that
// seconds and NLLs can stand in one picture.
type Scale struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low,omitempty"` // nil where there is no interval
	High  *float64 `json:"high,omitempty"`
}

// PairRow is what a reading comes to for one pair of methods; Than is empty where there is none.
type PairRow struct {
	Method   string `json:"method"`
	Than     string `json:"than,omitempty"`
	Ours     string `json:"ours"`
	Interval string `json:"interval,omitempty"`
	Outcome  string `json:"outcome"`
}

// Variant is what a reading, or a claim, comes to in other settings, or read otherwise.
type Variant struct {
	Name    string `json:"name"`
	Outcome string `json:"outcome"`
}

// JoinClaims puts the readings of each claim together, those of one paper, in its order, and judges
// each claim once: by the readings that are not beside, as [wording.Joint] says.
func JoinClaims(parts ...Claim) []Claim {
	var out []Claim
	for _, part := range parts {
		i := slices.IndexFunc(out, func(c Claim) bool { return c.Number == part.Number })
		if i < 0 {
			i = len(out)
			out = append(out, part)
			out[i].Readings = nil
		}
		out[i].Readings = append(out[i].Readings, part.Readings...)
	}
	slices.SortStableFunc(out, func(a, b Claim) int { return cmp.Compare(a.Number, b.Number) })
	for i := range out {
		slices.SortStableFunc(out[i].Readings, func(a, b Reading) int { return cmp.Compare(a.Number, b.Number) })
		counting := out[i].counting()
		if out[i].Outcome = wording.Joint(counting); !slices.Contains(counting, wording.CannotTell) {
			out[i].Settle = ""
		}
	}
	return out
}

// Parts is what stands behind the outcome of a claim that holds in part: " (1 of 2 readings)", of how many of its
// readings it holds, of the pairs of methods of one, or of its cases. It is empty of other claims.
func (c Claim) Parts() string {
	if c.Outcome != wording.HoldsInPart {
		return ""
	}
	held := func(of []string) (n int) {
		for _, outcome := range of {
			if wording.IsHeld(outcome) {
				n++
			}
		}
		return n
	}
	if readings := wording.Telling(c.counting()); len(readings) > 1 && held(readings) > 0 {
		return fmt.Sprintf(" (%d of %d readings)", held(readings), len(readings))
	}
	var pairs []string
	for _, p := range c.Main().Pairs {
		pairs = append(pairs, p.Outcome)
	}
	if held(pairs) > 0 {
		return fmt.Sprintf(" (%d of %d pairs)", held(pairs), len(pairs))
	}
	cases := c.Main().Cases
	return fmt.Sprintf(" (%d of %s)", cases.For, wording.Plural(cases.For+cases.Contrary()+cases.Open, "case"))
}

// counting are the outcomes of the readings that a claim is judged by.
func (c Claim) counting() []string {
	var out []string
	for _, r := range c.Readings {
		if !r.Beside {
			out = append(out, r.Outcome)
		}
	}
	return out
}

// Main is the reading that a picture of all claims shows: of those that count, the first whose
// outcome is the least good but for such that say nothing, and one that any method meets where there is no other.
func (c Claim) Main() Reading {
	var out Reading
	rank := func(r Reading) int {
		switch r.Outcome {
		case wording.MetByAny:
			return -1
		case wording.CannotTell:
			return 0
		}
		return slices.Index(wording.Outcomes, r.Outcome)
	}
	for i, r := range c.Readings {
		if i == 0 || !r.Beside && (out.Beside || rank(r) > rank(out)) {
			out = r
		}
	}
	return out
}

// Variants are what a claim comes to otherwise: by its readings that stand beside, and in the
// variants of those that count.
func (c Claim) Variants() []Variant {
	var out []Variant
	for _, r := range c.Readings {
		if r.Beside {
			out = append(out, Variant{r.As, r.Outcome})
			continue
		}
		for _, v := range r.Variants {
			if r.As != "" {
				v.Name = r.As + ", " + v.Name
			}
			out = append(out, v)
		}
	}
	return out
}
