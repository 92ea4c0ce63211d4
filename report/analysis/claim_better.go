package analysis

import (
	"math"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// betterBy are the mean differences over repeats by which methods are better than
// others, d_i = b_i - a_i where less of the metric is better, with the interval of the
// t-test that the report compares pairs with (Nadeau and Bengio 2003): over folds or splits. Of one split
// it is normal, with the standard errors over its test rows as though the two methods
// did not share them: too wide rather than too narrow.
func (p *Experiment) betterBy(c Claim) []effect {
	var out []effect
	for _, q := range p.pairs(c) {
		of, than := p.records(q)
		d := differences(than, of, c.Metric)
		if len(d) == 0 {
			continue
		}
		e := effect{at: q.at, method: q.method, than: q.than, repeats: len(d)}
		if len(d) == 1 {
			e.ofRows(d[0], of, than, c.Metric)
		} else {
			e.ofTest(pairedT(d, leftOut(p.datasets[q.at["dataset"]].Rows, of)))
		}
		if metrics.Get(c.Metric).HigherIsBetter {
			e.value, e.low, e.high = -e.value, -e.high, -e.low
		}
		out = append(out, e)
	}
	return out
}

// ofTest takes the figure of a test over repeats.
func (e *effect) ofTest(t TTest) { e.value, e.low, e.high = t.Mean, t.Low, t.High }

// ofRows takes a difference of one split, with the interval that its test rows give.
func (e *effect) ofRows(d float64, of, than []record.Record, metric string) {
	se := math.Hypot(Summarise(of, metric, "mean").SE, Summarise(than, metric, "mean").SE)
	e.value, e.low, e.high, e.over = d, d-normalHalf*se, d+normalHalf*se, "test rows"
}

// normalHalf is the half-width of a 95% interval of normal numbers, in standard errors.
const normalHalf = 1.959963984540054
