package replication

import (
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// Where a rise is counted from.
const (
	sinceBest  = "best"
	sinceStart = "start"
	sinceHalf  = "half"
)

// rises are how much worse a metric is at the end of a fit than it was at its best along
// the trace, 0 or more, or than at the trace's first point; or how much worse it is at any point of
// the second half of the trace than at its best before that point. The interval is that of the
// t-test of [Experiment.betterBy] over repeats. Of one split it has the standard error of the test
// rows at both ends, as though they were not the same rows, but for a fit that ends at its best;
// along the way it has none, for it is about the one curve.
func (p *Experiment) rises(c Claim) []effect {
	of := func(r record.Record) (float64, bool) { return rise(r, c) }
	return p.ofFits(c, of, func(e *effect, records []record.Record, d []float64) {
		if len(d) == 1 && d[0] != 0 && c.Since != sinceHalf {
			e.ofTestRows(d[0], math.Sqrt2*analysis.Summarise(records, c.Metric, "mean").SE)
			return
		}
		e.ofRepeats(d, p.Overlap(e.at["dataset"], records).Share(d, analysis.RowsSE(records, records, c.Metric)))
	})
}

// rise is how much worse a metric is at the end of a trace, or in its second half, than before.
func rise(r record.Record, c Claim) (float64, bool) {
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

// leads are the shares of the axis of time, in its logarithm, at which methods have the
// best value among themselves and those they are held against ([analysis.Frontier]), in each
// repeat that all of them have; of all settings of the grid together where the claim
// pools them. The interval is that of the corrected t-test over repeats, by the test rows that
// they share: what test rows give a share of time for an error is not known.
func (p *Experiment) leads(c Claim) []effect {
	clock, _ := p.Clock()
	labels := slices.Concat(c.Methods, c.Than)
	single := c
	single.Methods, single.Than = c.Methods[:1], nil
	var out []effect
	for _, q := range p.pairs(single) {
		shares := map[string][]float64{}
		var records []record.Record
		for repeat := range p.Group(q.at).Planned {
			var curves []analysis.Curve
			have := map[string]bool{}
			for _, label := range labels {
				for _, r := range p.Group(q.at.With("label", label)).OK {
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
			e := effect{at: q.at, method: method, repeats: len(shares[method])}
			e.ofRepeats(shares[method], p.Overlap(q.at["dataset"], records).Tested)
			out = append(out, e)
		}
	}
	return out
}
