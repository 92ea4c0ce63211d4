package analysis

import (
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// levels are the mean values of a metric, with the interval of the t-test of
// [Experiment.betterBy] over repeats; of one split that of its test rows, where they give one.
func (p *Experiment) levels(c Claim) []effect {
	m := metrics.Get(c.Metric)
	var out []effect
	for _, q := range p.pairs(c) {
		records := p.Group(q.at.With("label", q.method)).OK
		var values []float64
		for _, r := range records {
			if v, ok := m.Value(r); ok {
				values = append(values, v)
			}
		}
		e := effect{at: q.at, method: q.method, repeats: len(values)}
		switch len(values) {
		case 0:
			continue
		case 1:
			e.ofTestRows(values[0], Summarise(records, c.Metric, "mean").SE)
		default:
			e.ofRepeats(values, p.overlap(q.at["dataset"], records).share(values, levelSE(m, records)))
		}
		out = append(out, e)
	}
	return out
}

// levelSE is what test rows add to the standard error of a metric.
func levelSE(m metrics.Metric, records []record.Record) float64 {
	if se := unscoredSE(m); se == 0 {
		return 0
	}
	return meanRowsSE(records, m.Name)
}

// relevances are how many times as short as every other lengthscale those of some attributes
// are: the shortest of the others over the longest of theirs. The interval is that of the t-test
// of [Experiment.betterBy] over the logarithms.
func (p *Experiment) relevances(c Claim) []effect {
	var out []effect
	for _, q := range p.pairs(c) {
		records := p.Group(q.at.With("label", q.method)).OK
		var d []float64
		for _, r := range records {
			if times, ok := timesShorter(r, c.Attributes); ok {
				d = append(d, math.Log(times))
			}
		}
		if len(d) == 0 {
			continue
		}
		e := effect{at: q.at, method: q.method, repeats: len(d)}
		e.ofRepeats(d, p.overlap(q.at["dataset"], records).share(d, 0))
		out = append(out, e)
	}
	return out
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
