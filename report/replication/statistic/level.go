package statistic

import (
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// level: the mean of a metric.
var level = Statistic{
	Name: "level", Keys: []string{"at_least", "at_most"},
	Cases: overRepeats(func(c Claim, own, _ record.Record) (value, se float64, ok bool) {
		value, ok = metrics.Get(c.Metric).Value(own)
		return value, rowsSE(own, c.Metric), ok
	}, nil),
	Measures: func(n Terms) string { return n.Metric + " of " + n.Methods },
}
