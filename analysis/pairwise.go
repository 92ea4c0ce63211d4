package analysis

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/analysis/statistics"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Comparison is two labels on one data set over the repeats that both have, or over several data
// sets. It depends on these two and on these data sets alone.
type Comparison struct {
	At     Coordinates
	Metric string
	A, B   string
	N      int             // repeats, or data sets
	Test   statistics.Mean // of a - b
	Below  int             // of N, where a is below b
}

// Pairwise compares all pairs of labels on every data set (and at every value
// of the grid) for the metrics that the tables of the experiment have, costs
// apart.
func (p *Experiment) Pairwise() []Comparison {
	var out []Comparison
	for _, metric := range p.Scores() {
		for _, at := range Combinations(p.Rest(spec.LabelKey)) {
			groups := map[string][]record.Record{}
			for _, label := range p.Labels {
				groups[label] = p.Group(at.With(spec.LabelKey, label)).OK
			}
			p.eachPair(metric, func(a, b string) {
				records, than := groups[a], groups[b]
				if d := Differences(records, than, metric); len(d) > 1 {
					out = append(out, newComparison(p.Several(at).With(spec.DatasetKey, at[spec.DatasetKey]), metric, a, b, d, p.Test(records, than, at[spec.DatasetKey], metric)))
				}
			})
		}
	}
	return out
}

// OverSets compares all pairs of labels at one setting of the grid, by the loss over the data sets on which
// both have a repeat in common. There must be two or more of these.
func (p *Experiment) OverSets(setting Coordinates) []Comparison {
	var out []Comparison
	loss := p.Worth().Loss
	p.eachPair(loss, func(a, b string) {
		var d []float64
		for _, name := range p.Distinct() {
			at := setting.With(spec.DatasetKey, name)
			if both := p.common([]string{a, b}, at, loss); both != nil {
				d = append(d, stat.Mean(Differences(both[0], both[1], loss), nil))
			}
		}
		if len(d) > 1 {
			out = append(out, newComparison(p.Several(setting), loss, a, b, d, statistics.MeanInterval(d, 0)))
		}
	})
	return out
}

// eachPair calls do with all pairs of labels that a metric can tell apart.
func (p *Experiment) eachPair(metric string, do func(a, b string)) {
	for i, a := range p.Labels {
		for _, b := range p.Labels[i+1:] {
			if p.competes(a, metric) && p.competes(b, metric) {
				do(a, b)
			}
		}
	}
}

// Test tests the differences of two labels in a metric on a data set, over the repeats that both have.
func (p *Experiment) Test(a, b []record.Record, dataset, metric string) statistics.Mean {
	d, used := differences(a, b, metric)
	return statistics.MeanInterval(d, p.Design(dataset, used).C())
}

// newComparison is that of differences d.
func newComparison(at Coordinates, metric, a, b string, d []float64, test statistics.Mean) Comparison {
	c := Comparison{At: at, Metric: metric, A: a, B: b, N: len(d), Test: test}
	for _, x := range d {
		if x < 0 {
			c.Below++
		}
	}
	return c
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
	d, _ := differences(a, b, metric)
	return d
}

// differences is Differences with the records of a that they are of.
func differences(a, b []record.Record, metric string) (d []float64, records []record.Record) {
	m := metrics.Get(metric)
	for _, both := range Paired(a, b) {
		v, ok := m.Value(both[0])
		if w, have := m.Value(both[1]); ok && have {
			d, records = append(d, v-w), append(records, both[0])
		}
	}
	return d, records
}
