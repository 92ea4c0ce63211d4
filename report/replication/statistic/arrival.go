package statistic

import (
	"fmt"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/wording"
)

// arrival: when methods reach a value of a metric.
var arrival = Statistic{
	Name: "arrival", Logs: true, Timed: true, Traced: true, Needs: []string{"at_most"}, Keys: []string{"than", "clock"},
	Cases: (*Records).arrivals,
	Unit: func(c Claim) string {
		if c.Clock != "" {
			return " iterations"
		}
		return " s"
	},
	Measures: func(n Terms) string {
		to := fmt.Sprintf("within %s of its own final value", wording.Percent(analysis.ReachMargin))
		if n.Than != "" {
			to = "below the final value of " + n.Than
		}
		return fmt.Sprintf("%s of %s: when it is %s", n.Metric, n.Methods, to)
	},
}

// arrivals are when methods reach a value of a metric such as the NLL, as the median over repeats. The value
// is the final one of a method that they are compared with, or else within 1% of their own final one.
// Times are on the clock of the report, or in iterations if the claim counts those.
func (p *Records) arrivals(c Claim) []Case {
	clock := p.clockOf(c)
	return p.cases(c, func(e *Case, of, than []record.Record) bool {
		var least, most []float64
		for _, both := range analysis.Paired(of, than) {
			if m, ok := analysis.Arrival(both[0], both[1], clock, c.Metric, e.Than == ""); ok {
				least, most = append(least, m.After), append(most, m.By)
			}
		}
		if e.Repeats = len(least); len(least) == 0 {
			return false
		}
		e.ofTimes(least, most)
		return true
	})
}
