package statistic

import (
	"fmt"

	"gpcbench/analysis"
	"gpcbench/harness/record"
)

// speedup: how many times as long others take as methods to the same value of a metric.
var speedup = Statistic{
	Name: "speedup", Pairs: true, Logs: true, Directed: true, Timed: true, Traced: true,
	Needs: []string{"than"}, Keys: []string{"at_least", "at_most", "clock"}, Cases: (*Records).timesFaster,
	Measures: func(n Terms) string {
		what := "time"
		if n.Clock != "" {
			what = "iterations"
		}
		return fmt.Sprintf("%s of %s to the same %s over that of %s", what, n.Than, n.Metric, n.Methods)
	},
}

// timesFaster are how many times as long others take to the target that they share, the worse of
// their final values of a metric such as the NLL ([analysis.TimeToTarget]), or the better in repeats where
// the untrained model meets the worse: the ratio's median over repeats. Times are on the clock of
// the report, or iterations where the claim counts those.
func (p *Records) timesFaster(c Claim) []Case {
	clock := p.clockOf(c)
	return p.cases(c, func(e *Case, of, than []record.Record) bool {
		r := analysis.NewTimeToTarget(of, than, clock, c.Metric)
		if e.Repeats = len(r.Times[0]); e.Repeats == 0 {
			return false
		}
		least, most := r.Ratios()
		e.ofTimes(least, most)
		return true
	})
}
