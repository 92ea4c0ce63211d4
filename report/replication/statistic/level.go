package statistic

import (
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// level: the mean of a metric.
var level = Statistic{
	Name: "level", Keys: []string{"at_least", "at_most"},
	Check: func(c Claim, w Wrong) { w.needs(c, c.AtLeast != nil || c.AtMost != nil, "at_least or at_most") },
	Cases: (*Records).levels, Region: between,
	Measures: func(n Terms) string { return n.Metric + " of " + n.Methods },
}

// levels are the mean values of a metric, with the interval of the t-test of
// [Records.betterBy] over repeats; of one split that of its test rows, where they give one.
func (p *Records) levels(c Claim) []Case {
	m := metrics.Get(c.Metric)
	return p.ofFits(c, m.Value, func(e *Case, records []record.Record, values []float64) {
		if len(values) == 1 {
			e.ofTestRows(values[0], analysis.Summarise(records, c.Metric, "mean").SE)
			return
		}
		se := analysis.MeanRowsSE(records, c.Metric)
		if unscoredSE(m) == 0 {
			se = 0
		}
		e.ofRepeats(values, p.Overlap(e.At["dataset"], records).Share(values, se))
	})
}
