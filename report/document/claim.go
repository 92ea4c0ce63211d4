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

// Reading is one way to measure what a claim says, as a row: what is measured, the threshold of the
// claim, our value, and how many cases support or contradict the claim.
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
	Earlier  []Dated   `json:"earlier,omitempty"`  // what it came to before
	Caveats  []string  `json:"caveats,omitempty"`

	Experiment string  `json:"experiment"`
	Profile    string  `json:"profile"`
	Command    string  `json:"command,omitempty"`     // that makes its records anew
	CPUSeconds float64 `json:"cpu_seconds,omitempty"` // of these
	Run        string  `json:"run,omitempty"`         // the days on which they were made
}

// Folder is where the report lies that has the reading.
func (r Reading) Folder() string { return r.Experiment + "/" + r.Profile }

// Cases counts data sets, settings and pairs of methods that support a claim, contradict it or leave it
// open. Short has the direction, but not the size.
type Cases struct {
	For     int `json:"for,omitempty"`
	Against int `json:"against,omitempty"`
	Short   int `json:"short,omitempty"`
	Open    int `json:"open,omitempty"`
}

// Contrary are those that are not as claimed.
func (c Cases) Contrary() int { return c.Against + c.Short }

// Scale is where a value and its interval lie beside the threshold: 0 is the threshold, above 0 is
// as claimed, and the farthest of the three is at 1 or -1. Each row has its own scale, so that one
// picture can show both seconds and NLLs.
type Scale struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low,omitempty"` // nil where there is no interval
	High  *float64 `json:"high,omitempty"`
}

// PairRow is the result of a reading for one pair of methods; Than is empty if there is no second one.
type PairRow struct {
	Method   string `json:"method"`
	Than     string `json:"than,omitempty"`
	Ours     string `json:"ours"`
	Interval string `json:"interval,omitempty"`
	Outcome  string `json:"outcome"`
}

// Variant is the outcome of a reading or a claim in other settings or readings.
type Variant struct {
	Name    string `json:"name"`
	Outcome string `json:"outcome"`
}

// Dated is an outcome that a reading had from a day on, until another followed.
type Dated struct {
	Since   string `json:"since"` // 2026-11-26
	Outcome string `json:"outcome"`
}

// JoinClaims joins the readings of each claim of one paper, in the paper's order, and judges each claim
// once: by the readings that count (not Beside), as [wording.Joint] says.
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

// Parts follows the outcome of a claim, and says on what it rests where the value and interval beside it do not: " (1 of 2
// readings)". For a claim that holds in part it counts the readings for which the claim holds, or the pairs of methods of a
// single reading, or its cases; for one that does not hold although its interval reaches what is claimed, the cases against it.
func (c Claim) Parts() string {
	main := c.Main()
	cases := main.Cases
	n := cases.For + cases.Contrary() + cases.Open
	switch s := main.Scale; {
	case c.Outcome == wording.DoesNotHold && cases.Contrary() > 0 && s != nil && s.High != nil && *s.High > 0:
		return fmt.Sprintf(" (%d of %s against)", cases.Contrary(), wording.Plural(n, "case"))
	case c.Outcome != wording.HoldsInPart:
		return ""
	}
	if readings := wording.Telling(c.counting()); len(readings) > 1 && wording.Held(readings) > 0 {
		return fmt.Sprintf(" (%d of %d readings)", wording.Held(readings), len(readings))
	}
	var pairs []string
	for _, p := range main.Pairs {
		pairs = append(pairs, p.Outcome)
	}
	switch held := wording.Held(pairs); {
	case held > 0 && held == len(pairs), held == 0 && n > 0 && cases.For == n:
		return " (few data sets)"
	case held > 0:
		return fmt.Sprintf(" (%d of %d pairs)", held, len(pairs))
	case cases.For == 0:
		return " (in the mean only)"
	}
	return fmt.Sprintf(" (%d of %s)", cases.For, wording.Plural(n, "case"))
}

// counting returns the outcomes of the readings that decide a claim.
func (c Claim) counting() []string {
	var out []string
	for _, r := range c.Readings {
		if !r.Beside {
			out = append(out, r.Outcome)
		}
	}
	return out
}

// Main is the reading that a picture of all claims shows: of those that count, the first with the worst
// outcome. "Cannot tell" ranks with the best outcome, and "met by any method" before that.
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

// Variants are the other outcomes of a claim: those of readings that do not count, and those in the
// variants of the readings that do.
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
