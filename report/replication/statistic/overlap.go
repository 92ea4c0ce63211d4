package statistic

import (
	"fmt"
	"math"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// overlap: by how much the 2 sigma intervals of two methods' medians reach into each other, where
// the first is the worse one.
var overlap = Statistic{
	Name: "overlap", Pairs: true, Needs: []string{"than"}, Cases: (*Records).overlaps,
	Measures: func(n Terms) string {
		return fmt.Sprintf("better end of the 2 sigma interval of the median %s of %s before the worse end of that of %s", n.Metric, n.Methods, n.Than)
	},
}

// overlaps are, for medians a and b over repeats with standard errors s and t, of a metric of which
// less is better,
//
//	(b + 2t) - (a - 2s),
//
// above 0 where the intervals overlap, or the first method is better.
func (p *Records) overlaps(c Claim) []Case {
	return p.cases(c, func(e *Case, of, than []record.Record) bool {
		a, b := analysis.Summarise(of, c.Metric, "median"), analysis.Summarise(than, c.Metric, "median")
		gap := sign(metrics.Get(c.Metric)) * (b.Value - a.Value)
		e.Value, e.Low, e.High, e.Repeats, e.Exact = gap+2*(a.SE+b.SE), math.NaN(), math.NaN(), min(a.N, b.N), min(a.N, b.N) > 1
		return !math.IsNaN(e.Value)
	})
}
