package statistic

import (
	"fmt"
	"math"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// ratio: how many times as much of a metric, such as a cost, others have as methods: the geometric
// mean over repeats. Of one split it has no interval.
var ratio = Statistic{
	Name: "ratio", Pairs: true, Logs: true, Directed: true, Needs: []string{"than"}, Keys: []string{"at_least", "at_most", "totals"},
	Cases: func(p *Records, c Claim) []Case {
		if c.Totals {
			return p.totals(c)
		}
		return overRepeats(timesLess, nil)(p, c)
	},
	Measures: func(n Terms) string {
		sum := ""
		if n.Totals {
			sum = ", summed over data sets"
		}
		return fmt.Sprintf("%s of %s over that of %s%s", n.Metric, n.Than, n.Methods, sum)
	},
}

func timesLess(c Claim, own, than record.Record) (value, se float64, ok bool) {
	m := metrics.Get(c.Metric)
	a, ok := m.Value(own)
	b, also := m.Value(than)
	return math.Log(b / a), unscoredSE(m), ok && also && a > 0 && b > 0
}

// totals are the same of sums over data sets, in each repeat that all of them have.
func (p *Records) totals(c Claim) []Case {
	sets := p.Chosen(c, spec.DatasetKey).Values
	first, m := c, metrics.Get(c.Metric)
	first.Datasets = sets[:1]
	return p.cases(first, func(e *Case, own, _ []record.Record) bool {
		var d []float64
		for _, r := range own {
			var sums [2]float64
			have := 0
			for _, name := range sets {
				q := *e
				q.At = e.At.With(spec.DatasetKey, name)
				for _, both := range analysis.Paired(p.Group(q.At.With(spec.LabelKey, q.Method)).OK, p.than(c, q)) {
					a, ok := m.Value(both[0])
					b, also := m.Value(both[1])
					if both[0].Repeat == r.Repeat && ok && also {
						sums[0], sums[1], have = sums[0]+a, sums[1]+b, have+1
					}
				}
			}
			if have == len(sets) {
				d = append(d, math.Log(sums[1]/sums[0]))
			}
		}
		if e.At, e.Repeats = e.At.With(spec.DatasetKey, ""), len(d); len(d) == 0 {
			return false
		}
		e.ofRepeats(d, inCommon(p.Design(sets[0], own), unscoredSE(m)))
		return true
	})
}

// unscoredSE is the standard error from test rows of a metric: 0 if it is not about them, such as a cost, a
// bound or the place of inducing inputs; for other metrics it is not known.
func unscoredSE(m metrics.Metric) float64 {
	if m.Cost || m.Objective || m.Kept != "" {
		return 0
	}
	return math.NaN()
}
