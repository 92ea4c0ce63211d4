package statistic

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// ratio: how many times as much of a metric, such as a cost, others have as methods.
var ratio = Statistic{
	Name: "ratio", Than: true, Pairs: true, Keys: []string{"at_least", "at_most", "totals"}, Logs: true,
	Cases: (*Records).timesLess, Region: times,
	Measures: func(n Terms) string {
		sum := ""
		if n.Totals {
			sum = ", summed over data sets"
		}
		return fmt.Sprintf("%s of %s over that of %s%s", n.Metric, n.Than, n.Methods, sum)
	},
}

// timesLess are the geometric means of b_i / a_i over repeats. The interval is that of the
// t-test of [Records.betterBy] over the logarithms. Of one split there is none.
func (p *Records) timesLess(c Claim) []Case {
	if c.Totals {
		return p.totals(c)
	}
	m := metrics.Get(c.Metric)
	return p.cases(c, func(e *Case, of, than []record.Record) bool {
		var d []float64
		for _, both := range sameRepeats(of, than) {
			a, ok := m.Value(both[0])
			b, also := m.Value(both[1])
			if ok && also && a > 0 && b > 0 {
				d = append(d, math.Log(b/a))
			}
		}
		if e.Repeats = len(d); len(d) == 0 {
			return false
		}
		e.ofRepeats(d, p.Overlap(e.At["dataset"], of).Share(d, unscoredSE(m)))
		return true
	})
}

// totals are the same of sums over data sets, in each repeat that all of them have.
func (p *Records) totals(c Claim) []Case {
	sets := p.Chosen(c, "dataset").Values
	c.Datasets = sets[:1]
	m := metrics.Get(c.Metric)
	var out []Case
	for _, e := range p.planned(c) {
		a, b, have := map[int]float64{}, map[int]float64{}, map[int]int{}
		var first []record.Record
		for _, name := range sets {
			e.At = e.At.With("dataset", name)
			of, than := p.of(c, e)
			for _, both := range sameRepeats(of, than) {
				x, ok := m.Value(both[0])
				y, also := m.Value(both[1])
				if r := both[0].Repeat; ok && also {
					a[r], b[r], have[r] = a[r]+x, b[r]+y, have[r]+1
				}
			}
			if first == nil {
				first = of
			}
		}
		var d []float64
		for _, r := range slices.Sorted(maps.Keys(have)) {
			if have[r] == len(sets) {
				d = append(d, math.Log(b[r]/a[r]))
			}
		}
		if e.At, e.Repeats = e.At.With("dataset", ""), len(d); len(d) > 0 {
			e.ofRepeats(d, p.Overlap(sets[0], first).Share(d, unscoredSE(m)))
			out = append(out, e)
		}
	}
	return out
}

// unscoredSE is what test rows add to the variance of a metric that is not of them, as a cost or
// where inducing inputs lie, nothing; of others it is not known.
func unscoredSE(m metrics.Metric) float64 {
	if m.Cost || m.Kept != "" {
		return 0
	}
	return math.NaN()
}
