package work

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/mcmc"
	"gpcbench/methods/method"
)

// chains is a sampler that predicts the test rows, and how well its chains agree on the log loss -log p(y | x, draw) of the
// test row on which they agree least, rhat_rows, and the Monte Carlo standard error of the NLL, mcse_nll;
// nothing where they are shorter than mcmc.MinDraws. The NLL of an average over draws,
// -log mean p_s, has to first order the error of the mean of p_s / mean p, which is averaged over rows
// before it is judged, since rows share their draws.
//
// A row of which a draw says p_s = 0 has no log loss there, and is judged by p_s. Its part of the NLL may rest on the
// few draws that do not say so, of which a standard error tells too little: where these are fewer than fewestDraws,
// (sum p_s)^2 / sum p_s^2 of Kish, there is no mcse_nll.
//
// On a row that has one probability at all draws, such as 1 to rounding, the chains agree. Where no row has two, chains
// may never have moved, and nothing is told.
type chains struct {
	method.Chained
	classes  []int     // of the test rows, in their order
	relative []float64 // by draw: the sum over rows of p_s / mean p
	worst    float64   // R-hat
	rests    bool      // on enough draws, every row
	seen     int       // rows
}

// watch returns what judges a model's chains while it predicts the test rows, once each and in their order.
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
	rows := make([][]float64, n) // of p_s
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

// judgeable says whether chains are long enough.
func (c *chains) judgeable() bool { return len(c.relative)/c.Chains() >= mcmc.MinDraws }

// judge adds a row, whose draws it changes.
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

// metrics are what is told, where it is finite.
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

// fewestDraws is how many draws a probability has to rest on for its standard error to be told.
const fewestDraws = 10

// effective returns the number of draws of weights p that count.
func effective(p []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range p {
		sum += v
		squares += v * v
	}
	return sum * sum / squares
}
