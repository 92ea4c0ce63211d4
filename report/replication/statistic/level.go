package statistic

import (
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// level: the mean of a metric.
var level = Statistic{
	Name: "level", Keys: []string{"at_least", "at_most"}, Cases: levels,
	Measures: func(n Terms) string { return n.Metric + " of " + n.Methods },
}

// levels are the mean values of a metric. Of one split they have the interval that tables have.
func levels(p *Records, c Claim) []Case {
	out := overRepeats(func(c Claim, own, _ record.Record) (value, se float64, ok bool) {
		value, ok = metrics.Get(c.Metric).Value(own)
		return value, rowsSE(own, c.Metric), ok
	}, nil)(p, c)
	for i, e := range out {
		for _, r := range p.Group(e.At.With(spec.LabelKey, e.Method)).OK {
			if _, ok := metrics.Get(c.Metric).Value(r); ok && e.Repeats == 1 {
				out[i].ofOneFit(r, c.Metric)
			}
		}
	}
	return out
}
