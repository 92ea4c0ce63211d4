package statistic

import (
	"fmt"
	"math"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// ratio: how many times as much of a metric, such as a cost, others have as methods.
var ratio = Statistic{
	Name: "ratio", Than: true, Pairs: true, Keys: []string{"at_least", "at_most"}, Logs: true,
	Cases: (*Records).timesLess, Region: times,
	Measures: func(n Terms) string { return fmt.Sprintf("%s of %s over that of %s", n.Metric, n.Than, n.Methods) },
}

// timesLess are the geometric means of b_i / a_i over repeats. The interval is that of the
// t-test of [Records.betterBy] over the logarithms. Of one split there is none.
func (p *Records) timesLess(c Claim) []Case {
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

// unscoredSE is what test rows add to the variance of a metric that is not of them, as a cost or
// where inducing inputs lie, nothing; of others it is not known.
func unscoredSE(m metrics.Metric) float64 {
	if m.Cost || m.Kept != "" {
		return 0
	}
	return math.NaN()
}
