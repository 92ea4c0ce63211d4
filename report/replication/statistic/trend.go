package statistic

import (
	"fmt"
	"math"
	"slices"

	"gpcbench/analysis"
	"gpcbench/analysis/statistics"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// falls is the direction of a trend down. A margin says what is flat, and any other direction is up.
const falls = "falls"

// trend: how much a metric changes with each doubling along an axis.
var trend = Statistic{
	Name: "trend", Needs: []string{"along", "direction"}, Keys: []string{"margin"}, Cases: (*Records).slopes,
	Measures: func(n Terms) string {
		if metrics.Get(n.Claim.Metric).Cost {
			return fmt.Sprintf("power of %s with which the %s of %s grows", along(n.Claim), n.Metric, n.Methods)
		}
		return fmt.Sprintf("change of the %s of %s with each doubling of %s", n.Metric, n.Methods, along(n.Claim))
	},
}

// along names what a trend is along.
func along(c Claim) string {
	if c.Along == record.InducingOption {
		return "M"
	}
	return c.Along
}

// slopes are how much a metric grows with each doubling along the axis: the median of the slopes between
// all pairs of its values (Theil 1950, Sen 1968) over the axis to log base 2, in each repeat that has all
// values. For a cost it is the slope of the logarithm of the cost, which is the power of the axis that the
// cost grows with. The interval is that of the t-test over repeats, or for one repeat Sen's interval
// between two of the slopes.
func (p *Records) slopes(c Claim) []Case {
	axis := p.Chosen(c, c.Along)
	return p.cases(c, func(e *Case, _, _ []record.Record) bool {
		x, byRepeat, records := p.along(e, axis, c.Metric)
		var all []float64
		var last analysis.Interval
		for _, y := range byRepeat {
			last = medianSlope(x, y)
			all = append(all, last.Median)
		}
		switch e.Repeats = len(all); len(all) {
		case 0:
			return false
		case 1:
			e.Value, e.Low, e.High = last.Median, last.Low, last.High
			e.Over = "over pairs of values of " + along(c)
		default:
			e.ofRepeats(all, inCommon(p.Design(e.At[spec.DatasetKey], records), unscoredSE(metrics.Get(c.Metric))))
		}
		return true
	})
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
	width := statistics.NormalQuantile((1+statistics.Level)/2) * math.Sqrt(n*(n-1)*(2*n+5)/18)
	if k := int((total - width) / 2); k > 0 {
		out.Low, out.High = slopes[k-1], slopes[len(slopes)-k]
	}
	return out
}

// along returns the places on an axis, in doublings, and the values of a metric there in
// each repeat that has all of them, with the records at the last place.
func (p *Records) along(e *Case, axis analysis.Dimension, metric string) (x []float64, byRepeat [][]float64, records []record.Record) {
	m := metrics.Get(metric)
	values := map[int][]float64{}
	for _, place := range axis.Values {
		at, ok := analysis.NumberOf(place)
		if !ok || at <= 0 {
			continue
		}
		x = append(x, math.Log2(at))
		records = p.Group(e.At.With(spec.LabelKey, e.Method).With(axis.Key, place)).OK
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
