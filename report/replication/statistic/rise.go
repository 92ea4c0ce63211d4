package statistic

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// rise: how much worse a metric is at the end of a fit than before.
var rise = Statistic{
	Name: "rise", Traced: true, Keys: []string{"at_least", "at_most", "since"}, Cases: overRepeats(riseOf, nil),
	Measures: func(n Terms) string {
		of := map[string]string{sinceStart: "at the end, above that at the start", sinceHalf: "in the second half of the trace, above its best before"}
		return fmt.Sprintf("%s of %s %s", n.Metric, n.Methods, cmp.Or(of[n.Since], "at the end, above its best"))
	},
}

// Where a rise is counted from, beside the best along the trace.
const (
	sinceStart = "start"
	sinceHalf  = "half"
)

// riseOf is how much worse a metric is at the end of a trace than at its best, 0 or more, or than at
// its first point; or the largest difference of a point of its second half to the best before that. It
// has the standard error of the test rows at both ends, as though they were not the same rows; none
// where a fit ends at its best, and along the way, for that is about the one curve.
func riseOf(c Claim, own, _ record.Record) (value, se float64, ok bool) {
	y := analysis.TraceOf(own, "iteration", c.Metric).Y
	if len(y) < 2 {
		return 0, 0, false
	}
	for i := range y {
		y[i] *= sign(metrics.Get(c.Metric))
	}
	end := y[len(y)-1]
	se = math.Sqrt2 * rowsSE(own, c.Metric)
	switch c.Since {
	case sinceStart:
		return end - y[0], se, true
	case sinceHalf:
		least := slices.Min(y[:len(y)/2])
		for _, v := range y[len(y)/2:] {
			least = min(least, v)
			value = max(value, v-least)
		}
		return value, math.NaN(), true
	}
	if value = end - slices.Min(y); value == 0 {
		se = math.NaN()
	}
	return value, se, true
}
