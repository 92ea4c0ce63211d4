package replication

import (
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// OverPairs is [Outcome.Over] where an interval is Sen's: it is over pairs of values along the axis.
const OverPairs = "pairs of values"

// slopes are how much a metric grows with each doubling of what stands along the axis:
// the median of the slopes between all pairs of its values (Theil 1950, Sen 1968), over
// their logarithm to base 2, in each repeat that has all of them. Of a cost it is the
// slope of the cost's own logarithm, which is the power of the axis that the cost grows
// with. The interval is that of the t-test of [Experiment.betterBy] over repeats; of one
// repeat it is Sen's, between two of the slopes.
func (p *Experiment) slopes(c Claim) []effect {
	axis := p.chosen(c, c.Along)
	var out []effect
	for _, q := range p.pairs(c) {
		x, byRepeat, records := p.along(q, axis, c.Metric)
		var all []float64
		var last analysis.Interval
		for _, y := range byRepeat {
			last = medianSlope(x, y)
			all = append(all, last.Median)
		}
		e := effect{at: q.at, method: q.method, repeats: len(all)}
		switch len(all) {
		case 0:
			continue
		case 1:
			e.value, e.low, e.high, e.over = last.Median, last.Low, last.High, OverPairs
		default:
			e.ofRepeats(all, p.Overlap(q.at["dataset"], records).Share(all, unscoredSE(metrics.Get(c.Metric))))
		}
		out = append(out, e)
	}
	return out
}

// medianSlope is the median of the slopes between all pairs of points, with Sen's 95%
// interval from the normal distribution of Kendall's statistic; without one for few points.
func medianSlope(x, y []float64) analysis.Interval {
	var slopes []float64
	for i := range x {
		for j := range i {
			slopes = append(slopes, (y[i]-y[j])/(x[i]-x[j]))
		}
	}
	slices.Sort(slopes)
	n, total := float64(len(x)), float64(len(slopes))
	out := analysis.Interval{Median: analysis.MedianOf(slopes), Low: math.NaN(), High: math.NaN()}
	width := analysis.NormalHalf * math.Sqrt(n*(n-1)*(2*n+5)/18)
	if k := int((total - width) / 2); k > 0 {
		out.Low, out.High = slopes[k-1], slopes[len(slopes)-k]
	}
	return out
}

// along returns the places on an axis, in doublings, and the values of a metric there in
// each repeat that has all of them, with the records at the last place.
func (p *Experiment) along(q pair, axis analysis.Dimension, metric string) (x []float64, byRepeat [][]float64, records []record.Record) {
	m := metrics.Get(metric)
	values := map[int][]float64{}
	for _, place := range axis.Values {
		at, ok := analysis.NumberOf(place)
		if !ok || at <= 0 {
			continue
		}
		x = append(x, math.Log2(at))
		records = p.Group(q.at.With("label", q.method).With(axis.Key, place)).OK
		for _, r := range records {
			v, ok := m.Value(r)
			if m.Cost {
				v = math.Log2(v)
			}
			if ok && !math.IsInf(v, 0) && !math.IsNaN(v) {
				values[r.Repeat] = append(values[r.Repeat], v)
			}
		}
	}
	for _, r := range records {
		if y := values[r.Repeat]; len(y) == len(x) && len(x) > 2 {
			byRepeat = append(byRepeat, y)
		}
	}
	return x, byRepeat, records
}
