package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gpcbench/harness/record"
)

// Answer says which method to take for a table of the user's own: the one with the lowest
// mean test NLL over the repeats that all contenders have.
type Answer struct {
	At          Coordinates
	Dataset     record.Dataset
	Best        Contender
	Tied        []Contender // others that the test does not tell from it, from the best on
	Untested    []Contender // others that cannot be tested against it
	Alone       bool        // there are no others
	Repeats     int         // that all contenders have
	Planned     int
	NotCompared []Lack     // labels that have too few fits
	Lacking     []Lack     // contenders of which fits failed
	Linear      *Contender // the linear model, nil if there is none or it is the best
	Majority    *Contender // the classes' shares, nil if there are none
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
	const metric = "nll"
	var out []Answer
	var tests []Comparison
	for _, at := range Combinations(p.Rest("label")) {
		d := p.datasets[at["dataset"]]
		if !d.Own || d.Multilabel {
			continue
		}
		if tests == nil {
			tests = p.pairwise(metric, func(at Coordinates) map[string][]record.Record {
				if d := p.datasets[at["dataset"]]; !d.Own || d.Multilabel {
					return p.finished(at)
				}
				return p.contest(at, metric).records
			})
		}
		if c := p.contest(at, metric); len(c.labels) > 0 {
			out = append(out, p.answer(at, d, c, tests))
		}
	}
	return out
}

// answer returns the answer at a place.
func (p *Experiment) answer(at Coordinates, d record.Dataset, c contest, tests []Comparison) Answer {
	var all []Contender
	for _, label := range c.labels {
		mean := func(metric string) float64 { return Summarise(c.records[label], metric, "mean").Value }
		all = append(all, Contender{Label: label, NLL: mean("nll"), Error: mean("error"), Balanced: mean("balanced_error"), Seconds: mean("seconds"), CPUSeconds: mean("cpu_seconds"), P: math.NaN()})
	}
	slices.SortStableFunc(all, func(a, b Contender) int { return cmp.Compare(a.NLL, b.NLL) })
	best := all[0]
	a := Answer{
		At: p.Several(at), Dataset: d, Best: best, Alone: len(all) == 1,
		Repeats: c.repeats, Planned: c.planned, NotCompared: c.absent, Lacking: c.lacking,
	}
	here := p.Several(at).With("dataset", at["dataset"])
	for i := range all {
		other := &all[i]
		for _, t := range tests {
			pair := t.A == best.Label && t.B == other.Label || t.B == best.Label && t.A == other.Label
			if pair && maps.Equal(t.At, here) {
				other.P = t.Adjusted
			}
		}
		switch method := c.records[other.Label][0].Method; {
		case method == "majority":
			a.Majority = other
		case i > 0 && method == "logistic" && a.Linear == nil:
			a.Linear = other
		}
		switch {
		case i == 0 || other.P < Significant:
		case math.IsNaN(other.P):
			a.Untested = append(a.Untested, *other)
		default:
			a.Tied = append(a.Tied, *other)
		}
	}
	return a
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
