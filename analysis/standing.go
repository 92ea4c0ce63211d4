package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/analysis/statistics"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// Standing compares a method with the others. Numbers that are not known are NaN.
type Standing struct {
	Label           string
	Loss, Secondary float64         // means over repeats and data sets
	Balanced        float64         // error of one data set, each class with the same weight
	Seconds         float64         // of training, on the clock of the report; over data sets the median of mean times to within 2% of a fit's own best loss
	Regret          float64         // mean over data sets of its loss less the least there
	AboveShares     int             // data sets on which its loss is above that of the shares
	Unfinished      int             // data sets on which most of its fits ended at their budget while the loss was falling
	ToBest          statistics.Mean // of its loss less that of the best
	P               float64         // p-value of the hypothesis that no other method is better
	Upper           float64         // 95% bound of how far it is above any of the others
	Stands          string          // [AsGood], [Worse], [Undecided] or [Floor]; empty where nothing is said
}

// The results of comparing a method with the best of the others.
const (
	AsGood    = "as good"
	Worse     = "worse"
	Undecided = "undecided"
	Floor     = "floor" // it learns shares alone
)

// standing is the standing of a label by the means of its records on each data set.
func (p *Experiment) standing(label string, worth Worth, sets ...[]record.Record) Standing {
	mean := func(metric string) float64 {
		var means []float64
		for _, records := range sets {
			means = append(means, Summarise(records, metric, "mean").Value)
		}
		return stat.Mean(means, nil)
	}
	nan := math.NaN()
	s := Standing{
		Label: label, Unfinished: unfinishedSets(worth, sets...),
		Loss: mean(worth.Loss), Secondary: mean(worth.Secondary), Balanced: nan, Seconds: nan, P: nan, Upper: nan,
	}
	if worth.Balanced != "" {
		s.Balanced = mean(worth.Balanced)
	}
	if p.isTrivial(label) {
		s.Stands = Floor
	}
	return s
}

// decide sets the result of the comparison.
func (s *Standing) decide(worth Worth) {
	switch {
	case s.Stands == Floor:
	case s.P < statistics.Significant:
		s.Stands = Worse
	case s.Upper < worth.Margin:
		s.Stands = AsGood
	default:
		s.Stands = Undecided // also where nothing can be tested
	}
}

// settling is the mean time to within 2% of a fit's own best loss, on the clock of the report.
func (p *Experiment) settling(records []record.Record) float64 {
	clock, _ := p.Clock()
	var times []float64
	for _, r := range records {
		t := TraceOf(r, clock, p.Worth().Loss)
		if at := metrics.SettledAt(t.Y); at >= 0 {
			times = append(times, t.X[at])
		}
	}
	return SummariseValues(times, "settling_seconds", "mean").Value
}

// difference returns a - b.
func difference(a, b []float64) []float64 {
	out := slices.Clone(a)
	for i := range out {
		out[i] -= b[i]
	}
	return out
}
