package statistic

import (
	"fmt"
	"math"
	"slices"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// frontier: the share of the time at which methods have the best value.
var frontier = Statistic{
	Name: "frontier", Timed: true, Traced: true, Needs: []string{"than"}, Keys: []string{"at_least", "pooled"}, Cases: (*Records).leads,
	Measures: func(n Terms) string {
		return fmt.Sprintf("share of the time, on a logarithmic scale, at which %s leads %s in %s", n.Methods, n.Than, n.Metric)
	},
}

// leads are the shares of the logarithmic axis of time at which a method has the best value among itself
// and all that it is compared with. The axis begins when all have begun. There is a share for each repeat
// that all have, and it covers all settings of the grid if the claim pools them. The interval is
// that of the t-test of [overRepeats].
func (p *Records) leads(c Claim) []Case {
	clock, _ := p.Clock()
	alone := c
	alone.Than = nil
	return p.cases(alone, func(e *Case, own, _ []record.Record) bool {
		var shares []float64
		for _, repeat := range analysis.RepeatsOf(own) {
			var curves []analysis.Curve
			for _, label := range slices.Concat([]string{e.Method}, c.Than) {
				for _, r := range p.Group(e.At.With(spec.LabelKey, label)).OK {
					if curve, ok := analysis.NewCurve(label, []record.Record{r}, clock, c.Metric, "mean"); ok && r.Repeat == repeat {
						curves = append(curves, curve)
					}
				}
			}
			if share, ok := leadOf(e.Method, curves, 1+len(c.Than), sign(metrics.Get(c.Metric))); ok {
				shares = append(shares, share)
			}
		}
		if e.Repeats = len(shares); len(shares) == 0 {
			return false
		}
		e.ofRepeats(shares, p.Design(e.At[spec.DatasetKey], own).C())
		return true
	})
}

// leadOf is the share of the moments at which a curve of a method has the least value times sign, once
// curves of so many methods have begun. Methods with equal values share a moment. It is false if some method has no curve.
func leadOf(method string, curves []analysis.Curve, methods int, sign float64) (share float64, ok bool) {
	led, total := 0.0, 0.0
	for _, t := range analysis.TimeRange(curves).LogSpaced() {
		best := map[string]float64{}
		least := math.Inf(1)
		for _, c := range curves {
			if c.X[0] > t {
				continue
			}
			v := sign * analysis.Trace{X: c.X, Y: c.Y}.At(t)
			if own, begun := best[c.Name]; !begun || v < own {
				best[c.Name] = v
			}
			least = min(least, v)
		}
		if len(best) < methods {
			continue
		}
		total++
		leaders := 0.0
		for _, v := range best {
			if v == least {
				leaders++
			}
		}
		if best[method] == least {
			led += 1 / leaders
		}
	}
	return led / total, total > 0
}
