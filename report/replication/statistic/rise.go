package statistic

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// rise: how much worse a metric is at the end of a fit than before.
var rise = Statistic{
	Name: "rise", Keys: []string{"at_least", "at_most", "since"},
	Check: func(c Claim, w Wrong) {
		if !slices.Contains([]string{"", sinceBest, sinceStart, sinceHalf}, c.Since) {
			w("since", "since is %q; it must be %q, %q or %q", c.Since, sinceBest, sinceStart, sinceHalf)
		}
	},
	Cases: (*Records).rises, Region: between, Traced: true,
	Measures: func(n Terms) string {
		of := map[string]string{sinceStart: "at the end, above that at the start", sinceHalf: "in the second half of the trace, above its best before"}
		return fmt.Sprintf("%s of %s %s", n.Metric, n.Methods, cmp.Or(of[n.Since], "at the end, above its best"))
	},
}

// Where a rise is counted from.
const (
	sinceBest  = "best"
	sinceStart = "start"
	sinceHalf  = "half"
)

// rises are how much worse a metric is at the end of a fit than it was at its best along
// the trace, 0 or more, or than at the trace's first point; or how much worse it is at any point of
// the second half of the trace than at its best before that point. The interval is that of the
// t-test of [Records.betterBy] over repeats. Of one split it has the standard error of the test
// rows at both ends, as though they were not the same rows, but for a fit that ends at its best;
// along the way it has none, for it is about the one curve.
func (p *Records) rises(c Claim) []Case {
	of := func(r record.Record) (float64, bool) { return riseOf(r, c) }
	return p.ofFits(c, of, func(e *Case, records []record.Record, d []float64) {
		if len(d) == 1 && d[0] != 0 && c.Since != sinceHalf {
			e.ofTestRows(d[0], math.Sqrt2*analysis.Summarise(records, c.Metric, "mean").SE)
			return
		}
		e.ofRepeats(d, p.Overlap(e.At["dataset"], records).Share(d, analysis.RowsSE(records, records, c.Metric)))
	})
}

// riseOf is how much worse a metric is at the end of a trace, or in its second half, than before.
func riseOf(r record.Record, c Claim) (float64, bool) {
	y := analysis.TraceOf(r, "iteration", c.Metric).Y
	if len(y) < 2 {
		return 0, false
	}
	if metrics.Get(c.Metric).HigherIsBetter {
		for i := range y {
			y[i] = -y[i]
		}
	}
	end := y[len(y)-1]
	switch c.Since {
	case sinceStart:
		return end - y[0], true
	case sinceHalf:
		return riseInSecondHalf(y), true
	}
	return end - slices.Min(y), true
}

// riseInSecondHalf is the largest difference of a value of the second half to the least before it.
func riseInSecondHalf(y []float64) float64 {
	least, worst := slices.Min(y[:len(y)/2]), 0.0
	for _, v := range y[len(y)/2:] {
		least = min(least, v)
		worst = max(worst, v-least)
	}
	return worst
}
