package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Comparison is a test of two labels on one data set, over the repeats that
// both have.
type Comparison struct {
	At       Coordinates
	Metric   string
	A, B     string
	Repeats  int
	Test     TTest   // of a - b
	Adjusted float64 // its p after Holm, over the comparisons of the metric
	Effect   float64 // mean of a - b over their standard deviation; NaN where they are all equal
}

// Pairwise compares all pairs of labels on every data set (and at every value
// of the grid) for the metrics that the tables of the experiment have, costs
// apart.
func (p *Experiment) Pairwise() []Comparison {
	var out []Comparison
	for _, metric := range p.Scores() {
		out = append(out, p.pairwise(metric, p.finished)...)
	}
	return out
}

// nested says whether the training rows of a repeat are among those of the next, as in the
// order of time. What they do not have yet is no sign that they overlap little.
func (p *Experiment) nested(dataset string) bool {
	return slices.ContainsFunc(p.Spec.Datasets, func(d spec.Dataset) bool { return d.Name == dataset && d.Split.Find().Nested })
}

// finished returns the records of every label at a place.
func (p *Experiment) finished(at Coordinates) map[string][]record.Record {
	out := map[string][]record.Record{}
	for _, label := range p.Labels {
		out[label] = p.Group(at.With("label", label)).OK
	}
	return out
}

// pairwise is Pairwise for one metric, of those records that of returns for a place by label.
func (p *Experiment) pairwise(metric string, of func(at Coordinates) map[string][]record.Record) []Comparison {
	var out []Comparison
	for _, at := range Combinations(p.Rest("label")) {
		records := of(at)
		for i, a := range p.Labels {
			for _, b := range p.Labels[i+1:] {
				if !p.competes(a, metric) || !p.competes(b, metric) {
					continue
				}
				d := Differences(records[a], records[b], metric)
				if len(d) < 2 {
					continue
				}
				c := Comparison{At: p.Several(at).With("dataset", at["dataset"]), Metric: metric, A: a, B: b, Repeats: len(d), Effect: standardised(d)}
				c.Test = CorrectedT(d, p.Overlap(at["dataset"], records[a]).Share(d, RowsSE(records[a], records[b], metric)))
				out = append(out, c)
			}
		}
	}
	adjust(out)
	return out
}

// standardised returns the mean of differences over their standard deviation (Cohen's d of
// pairs), NaN where they are equal but for rounding.
func standardised(d []float64) float64 {
	mean, sd := stat.MeanStdDev(d, nil)
	if sd <= sameDifference*math.Abs(mean) {
		return math.NaN()
	}
	return mean / sd
}

// adjust sets the adjusted p-values of comparisons in one metric. Those without
// a p-value are no tests.
func adjust(all []Comparison) {
	var tested []*Comparison
	var ps []float64
	for i := range all {
		all[i].Adjusted = math.NaN()
		if p := all[i].Test.P; !math.IsNaN(p) {
			tested, ps = append(tested, &all[i]), append(ps, p)
		}
	}
	for i, q := range holm(ps) {
		tested[i].Adjusted = q
	}
}

// Scores returns the metrics of the tables that are not costs.
func (p *Experiment) Scores() []string {
	var out []string
	for _, t := range p.Spec.Tables {
		for _, m := range t.Metrics {
			if !metrics.Get(m).Cost && !metrics.Get(m).Unranked && !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// Differences returns a - b for the repeats that both have; records are in the
// order of repeats.
func Differences(a, b []record.Record, metric string) []float64 {
	byRepeat := map[int]float64{}
	for _, r := range b {
		if v, ok := metrics.Get(metric).Value(r); ok {
			byRepeat[r.Repeat] = v
		}
	}
	var out []float64
	for _, r := range a {
		v, ok := metrics.Get(metric).Value(r)
		if w, both := byRepeat[r.Repeat]; ok && both {
			out = append(out, v-w)
		}
	}
	return out
}
