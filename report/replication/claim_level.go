package replication

import (
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// levels are the mean values of a metric, with the interval of the t-test of
// [Experiment.betterBy] over repeats; of one split that of its test rows, where they give one.
func (p *Experiment) levels(c Claim) []effect {
	m := metrics.Get(c.Metric)
	return p.ofFits(c, m.Value, func(e *effect, records []record.Record, values []float64) {
		if len(values) == 1 {
			e.ofTestRows(values[0], analysis.Summarise(records, c.Metric, "mean").SE)
			return
		}
		se := analysis.MeanRowsSE(records, c.Metric)
		if unscoredSE(m) == 0 {
			se = 0
		}
		e.ofRepeats(values, p.Overlap(e.at["dataset"], records).Share(values, se))
	})
}

// relevances are how many times as short as every other lengthscale those of some attributes
// are: the shortest of the others over the longest of theirs. The interval is that of the t-test
// of [Experiment.betterBy] over the logarithms.
func (p *Experiment) relevances(c Claim) []effect {
	logs := func(r record.Record) (float64, bool) {
		times, ok := timesShorter(r, c.Attributes)
		return math.Log(times), ok
	}
	return p.ofFits(c, logs, func(e *effect, records []record.Record, values []float64) {
		e.ofRepeats(values, p.Overlap(e.at["dataset"], records).Share(values, 0))
	})
}

// timesShorter is the shortest lengthscale of other attributes over the longest of some, false
// where a fit does not have them all.
func timesShorter(r record.Record, attributes []string) (float64, bool) {
	longest, shortest, found := 0.0, math.Inf(1), 0
	for _, p := range r.Parameters {
		_, attribute, ok := strings.Cut(p.Name, "lengthscale ")
		switch {
		case !ok:
		case slices.Contains(attributes, attribute):
			longest, found = max(longest, p.Value), found+1
		default:
			shortest = min(shortest, p.Value)
		}
	}
	return shortest / longest, found == len(attributes) && !math.IsInf(shortest, 1)
}
