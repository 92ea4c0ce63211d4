package statistic

import (
	"fmt"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// frontier: the share of the time at which methods have the best value.
var frontier = Statistic{
	Name: "frontier", Than: true, Keys: []string{"at_least", "pooled"}, Timed: true,
	Cases: (*Records).leads, Region: share, Traced: true,
	Measures: func(n Terms) string {
		return fmt.Sprintf("share of the time, on a logarithmic scale, at which %s has the best %s of these and %s", n.Methods, n.Metric, n.Than)
	},
}

// share is the region of a share of time: from at_least on, and short of it above a half.
func share(c Claim) Region {
	r := between(c)
	if r.low > 0.5 {
		r.floor = 0.5
	}
	return r
}

// leads are the shares of the axis of time, in its logarithm, at which methods have the
// best value among themselves and those they are held against ([analysis.Frontier]), in each
// repeat that all of them have; of all settings of the grid together where the claim
// pools them. The interval is that of the corrected t-test over repeats, by the test rows that
// they share: what test rows give a share of time for an error is not known.
func (p *Records) leads(c Claim) []Case {
	clock, _ := p.Clock()
	labels := slices.Concat(c.Methods, c.Than)
	single := c
	single.Methods, single.Than = c.Methods[:1], nil
	var out []Case
	for _, q := range p.planned(single) {
		shares := map[string][]float64{}
		var records []record.Record
		for repeat := range p.Group(q.At).Planned {
			var curves []analysis.Curve
			have := map[string]bool{}
			for _, label := range labels {
				for _, r := range p.Group(q.At.With("label", label)).OK {
					if curve, ok := analysis.NewCurve(label, []record.Record{r}, clock, c.Metric, "mean"); ok && r.Repeat == repeat {
						curves, have[label] = append(curves, curve), true
						records = append(records, r)
					}
				}
			}
			if len(have) < len(labels) {
				continue
			}
			led := analysis.Frontier(curves, metrics.Get(c.Metric).HigherIsBetter)
			for _, method := range c.Methods {
				shares[method] = append(shares[method], led[method])
			}
		}
		for _, method := range c.Methods {
			if len(shares[method]) == 0 {
				continue
			}
			e := Case{At: q.At, Method: method, Repeats: len(shares[method])}
			e.ofRepeats(shares[method], p.Overlap(q.At["dataset"], records).Tested)
			out = append(out, e)
		}
	}
	return out
}
