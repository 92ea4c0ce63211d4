package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Answer says which method to take for a table of the user's own: the one with the lowest
// mean test loss over the repeats that all contenders have.
type Answer struct {
	At          Coordinates
	Worth       Worth // what methods are compared by
	Dataset     record.Dataset
	Best        Contender
	Tied        []Contender // others that the test does not tell from it, from the best on
	Untested    []Contender // others that cannot be tested against it
	Alone       bool        // there are no others
	Repeats     int         // that all contenders have
	Planned     int
	NotCompared []string   // labels that have too few fits
	Linear      *Contender // the linear model, nil if there is none or it is the best
	Shares      *Contender // those of the classes or labels, nil if there are none
	Busy        bool       // wall times are too long: something else ran beside a fit
}

// Contender is a method with what it comes to.
type Contender struct {
	Label                                 string
	Loss, Secondary, Balanced, CPUSeconds float64 // means over repeats; NaN if unknown
	Seconds                               float64
	P                                     float64 // of its difference in loss to the best's, corrected for all comparisons; NaN: not tested
}

// Answers returns an answer for every table of the user's own, at each point of the grid.
func (p *Experiment) Answers() []Answer {
	var out []Answer
	tests := map[Worth][]Comparison{}
	for _, at := range Combinations(p.Rest("label")) {
		d := p.Dataset(at["dataset"])
		if !d.Own {
			continue
		}
		w := worthOf(d)
		if tests[w] == nil {
			tests[w] = p.testsOf(w)
		}
		if c := p.contest(at, w.Loss); len(c.labels) > 0 {
			out = append(out, p.answer(at, d, c, tests[w]))
		}
	}
	return out
}

// testsOf compares methods by a loss, on tables of the user's own over the repeats that all
// contenders have.
func (p *Experiment) testsOf(w Worth) []Comparison {
	return p.pairwise(w.Loss, func(at Coordinates) map[string][]record.Record {
		if d := p.Dataset(at["dataset"]); !d.Own || worthOf(d) != w {
			return p.finished(at)
		}
		return p.contest(at, w.Loss).records
	})
}

// answer returns the answer at a place.
func (p *Experiment) answer(at Coordinates, d record.Dataset, c contest, tests []Comparison) Answer {
	w := worthOf(d)
	var all []Contender
	for _, label := range c.labels {
		mean := func(metric string) float64 { return Summarise(c.records[label], metric, "mean").Value }
		all = append(all, Contender{Label: label, Loss: mean(w.Loss), Secondary: mean(w.Secondary), Balanced: mean("balanced_error"), Seconds: mean("seconds"), CPUSeconds: mean("cpu_seconds"), P: math.NaN()})
	}
	slices.SortStableFunc(all, func(a, b Contender) int { return cmp.Compare(a.Loss, b.Loss) })
	best := all[0]
	a := Answer{
		At: p.Several(at), Worth: w, Dataset: d, Best: best, Alone: len(all) == 1,
		Repeats: c.repeats, Planned: c.planned, NotCompared: c.absent,
	}
	_, a.Busy = p.Clock()
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
		case slices.Contains(spec.Floors, method):
			a.Shares = other
		case i > 0 && (method == "logistic" || method == "logistic-ova") && a.Linear == nil:
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
