package work

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/mcmc"
	"gpcbench/methods/method"
)

// chains is a sampler that judges its chains while it predicts the test rows. rhat_rows says how well they agree on the
// log loss -log p(y | x, draw) of the test row on which they agree least. mcse_nll is the Monte Carlo standard error of
// the NLL. Chains shorter than mcmc.MinDraws have neither. To first order, the error of the NLL of an average over
// draws, -log mean p_s, is that of the mean of p_s / mean p. This ratio is averaged over rows before it is judged,
// because rows share their draws.
//
// If a draw gives p_s = 0 for a row, the row has no log loss at that draw, and is judged by p_s. Its part of the NLL may
// rest on few other draws, for which a standard error means little. If their effective number, Kish's
// (sum p_s)^2 / sum p_s^2, is less than fewestDraws, there is no mcse_nll.
//
// On a row with the same probability at all draws, such as 1 to rounding, the chains agree. If all rows are like that,
// the chains may never have moved, and there is no rhat_rows.
type chains struct {
	method.Chained
	classes  []int     // of the test rows, in order
	relative []float64 // by draw: the sum over rows of p_s / mean p
	worst    float64   // largest R-hat of a row
	rests    bool      // every row rests on enough draws
	seen     int       // number of rows so far
}

// watch returns a predictor that judges a model's chains. It must predict each test row once, in order.
func (t *testSet) watch(model method.Chained) *chains {
	c := &chains{Chained: model, rests: true}
	t.rows.ReadBlocks(predictBlock, func(_ int, _ *mat.Dense, y []int) { c.classes = append(c.classes, y...) })
	return c
}

// Predict writes the means over the draws, as the model itself does.
func (c *chains) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	y := c.classes[c.seen : c.seen+n]
	c.seen += n
	rows := make([][]float64, n) // p_s by row, then draw
	dst.Zero()
	c.Draws(x, func(p *mat.Dense) {
		dst.Add(dst, p)
		for i, class := range y {
			rows[i] = append(rows[i], p.At(i, class))
		}
	})
	dst.Scale(1/float64(len(rows[0])), dst)
	if c.relative == nil {
		c.relative = make([]float64, len(rows[0]))
	}
	if !c.judgeable() {
		return
	}
	for _, values := range rows {
		c.judge(values)
	}
}

// judgeable says whether the chains are long enough to judge.
func (c *chains) judgeable() bool { return len(c.relative)/c.Chains() >= mcmc.MinDraws }

// judge adds a row, given its values at all draws. It overwrites values.
func (c *chains) judge(values []float64) {
	mean := 0.0
	for _, p := range values {
		mean += p / float64(len(values))
	}
	for s, p := range values {
		c.relative[s] += p / mean
	}
	if !mcmc.Changes(values) {
		return
	}
	if slices.Contains(values, 0) {
		c.rests = c.rests && effective(values) >= fewestDraws
	} else {
		for s, p := range values {
			values[s] = -math.Log(p)
		}
	}
	c.worst = max(c.worst, mcmc.Summarise(mcmc.ByChain(values, c.Chains())).RHat)
}

// metrics returns the metrics of the chains, as far as they are finite.
func (c *chains) metrics() map[string]float64 {
	out := map[string]float64{}
	if !c.judgeable() {
		return out
	}
	told := map[string]float64{}
	if c.worst > 0 {
		told["rhat_rows"] = c.worst
	}
	if c.rests {
		told["mcse_nll"] = mcmc.Summarise(mcmc.ByChain(c.relative, c.Chains())).MCSEMean / float64(len(c.classes))
	}
	for name, v := range told {
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			out[name] = v
		}
	}
	return out
}

// fewestDraws is the number of draws that a probability must rest on for its standard error to be reported.
const fewestDraws = 10

// effective returns the effective number of draws with weights p.
func effective(p []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range p {
		sum += v
		squares += v * v
	}
	return sum * sum / squares
}
