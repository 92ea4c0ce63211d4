package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gpcbench/harness/record"
)

// Answer says which method to take for a table of the user's own: the one with the lowest
// mean test NLL over its repeats.
type Answer struct {
	At       Coordinates
	Dataset  record.Dataset
	Best     Contender
	Tied     []Contender // others that the test does not tell from it, from the best on
	Repeats  int         // of the best
	Linear   *Contender  // the linear model, nil if there is none or it is the best
	Majority *Contender  // the classes' shares, nil if there are none
}

// Contender is a method with what it comes to.
type Contender struct {
	Label                            string
	NLL, Error, Balanced, CPUSeconds float64 // means over repeats; NaN if unknown
	Seconds                          float64
	P                                float64 // of its difference in NLL to the best's, corrected for all comparisons; NaN: not tested
}

// Answers returns an answer for every table of the user's own with one class a row, at each
// point of the grid.
func (p *Experiment) Answers() []Answer {
	var out []Answer
	var tests []Comparison
	for _, at := range Combinations(p.Rest("label")) {
		d := p.datasets[at["dataset"]]
		if !d.Own || d.Multilabel {
			continue
		}
		if tests == nil {
			tests = p.pairwise("nll")
		}
		if a, ok := p.answer(at, d, tests); ok {
			out = append(out, a)
		}
	}
	return out
}

// answer returns the answer at a place, if two methods have records there.
func (p *Experiment) answer(at Coordinates, d record.Dataset, tests []Comparison) (Answer, bool) {
	var all []Contender
	repeats := map[string]int{}
	methods := map[string]string{}
	for _, label := range p.Labels {
		records := p.Group(at.With("label", label)).OK
		mean := func(metric string) float64 { return Summarise(records, metric, "mean").Value }
		if c := (Contender{Label: label, NLL: mean("nll"), Error: mean("error"), Balanced: mean("balanced_error"), Seconds: mean("seconds"), CPUSeconds: mean("cpu_seconds"), P: math.NaN()}); !math.IsNaN(c.NLL) {
			all = append(all, c)
			repeats[label], methods[label] = len(records), records[0].Method
		}
	}
	if len(all) < 2 {
		return Answer{}, false
	}
	slices.SortStableFunc(all, func(a, b Contender) int { return cmp.Compare(a.NLL, b.NLL) })
	best := all[0]
	a := Answer{At: p.Several(at), Dataset: d, Best: best, Repeats: repeats[best.Label]}
	here := p.Several(at).With("dataset", at["dataset"])
	for i := range all {
		c := &all[i]
		for _, t := range tests {
			pair := t.A == best.Label && t.B == c.Label || t.B == best.Label && t.A == c.Label
			if pair && maps.Equal(t.At, here) {
				c.P = t.Adjusted
			}
		}
		switch {
		case methods[c.Label] == "majority":
			a.Majority = c
		case i > 0 && methods[c.Label] == "logistic" && a.Linear == nil:
			a.Linear = c
		}
		if i > 0 && c.P >= Significant {
			a.Tied = append(a.Tied, *c)
		}
	}
	return a, true
}

// Prevalence is the share of the largest and of the smallest class, with the smallest one's
// name; NaN if they are not known.
func (a Answer) Prevalence() (largest, smallest float64, rare string) {
	rows := 0
	for _, n := range a.Dataset.ClassRows {
		rows += n
	}
	if rows == 0 {
		return math.NaN(), math.NaN(), ""
	}
	least := slices.Index(a.Dataset.ClassRows, slices.Min(a.Dataset.ClassRows))
	return float64(slices.Max(a.Dataset.ClassRows)) / float64(rows), float64(a.Dataset.ClassRows[least]) / float64(rows), a.Dataset.ClassNames[least]
}
