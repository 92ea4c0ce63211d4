package replication

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"gpcbench/harness/metrics"
	"gpcbench/report/analysis"
)

// timesLess are how many times as much of a metric, such as a cost, others have as
// methods: the geometric mean of b_i / a_i over repeats. The interval is that of the
// t-test of [Experiment.betterBy] over the logarithms. Of one split there is none.
func (p *Experiment) timesLess(c Claim) []effect {
	m := metrics.Get(c.Metric)
	var out []effect
	for _, q := range p.pairs(c) {
		of, than := p.records(c, q)
		var d []float64
		for _, both := range sameRepeats(of, than) {
			a, ok := m.Value(both[0])
			b, also := m.Value(both[1])
			if ok && also && a > 0 && b > 0 {
				d = append(d, math.Log(b/a))
			}
		}
		if len(d) == 0 {
			continue
		}
		e := effect{at: q.at, method: q.method, than: q.than, repeats: len(d)}
		e.ofRepeats(d, p.Overlap(q.at["dataset"], of).Share(d, unscoredSE(m)))
		out = append(out, e)
	}
	return out
}

// unscoredSE is what test rows add to the variance of a metric that is not of them, as a cost or
// where inducing inputs lie, nothing; of others it is not known.
func unscoredSE(m metrics.Metric) float64 {
	if m.Cost || m.Kept != "" {
		return 0
	}
	return math.NaN()
}

// timesSteadier are how many times as much others vary over repeats as methods: the ratio
// of their standard deviations s_b / s_a, with the interval of normal numbers,
//
//	s_b / s_a / sqrt(F(0.975, m - 1, n - 1)) to s_b / s_a sqrt(F(0.975, n - 1, m - 1)),
//
// n and m the repeats of method and other. What repeats do to both alike makes it wide.
func (p *Experiment) timesSteadier(c Claim) []effect {
	half := func(a, b analysis.Summary, coverage float64) float64 {
		return math.Log(distuv.F{D1: float64(a.N - 1), D2: float64(b.N - 1)}.Quantile((1+coverage)/2)) / 2
	}
	var out []effect
	for _, q := range p.pairs(c) {
		of, than := p.records(c, q)
		a, b := analysis.Summarise(of, c.Metric, "mean"), analysis.Summarise(than, c.Metric, "mean")
		if a.N < 2 || b.N < 2 || a.SD == 0 || b.SD == 0 {
			continue
		}
		value := math.Log(b.SD / a.SD)
		e := effect{at: q.at, method: q.method, than: q.than, repeats: min(a.N, b.N), value: value}
		e.ends = func(coverage float64) (low, high float64) {
			return value - half(b, a, coverage), value + half(a, b, coverage)
		}
		e.low, e.high = e.ends(analysis.Level)
		out = append(out, e)
	}
	return out
}
