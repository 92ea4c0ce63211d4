package likelihood

import (
	"math"
	"sync"

	"gpcbench/gp/quad"
)

// Nodes is the number of Gauss-Hermite nodes of Expect, the same as GPflow's.
const Nodes = 20

var rule = sync.OnceValue(func() quad.Rule { return quad.GaussHermite(Nodes) })

// tinySD is a standard deviation below which E[g' x] / sd loses more digits to
// cancellation than E[g”] does to the change of g” over the Gaussian.
const tinySD = 1e-5

// expect is Expect of any link.
func expect(link Link, y, mean, variance float64) (value, dMean, dVariance float64) {
	r := rule()
	sd := math.Sqrt(variance)
	var slope, curvature float64
	for k, x := range r.X {
		w := r.W[k]
		v, first, second := link.LogProb(y * (mean + sd*x))
		value += w * v
		dMean += w * first
		slope += w * first * x
		curvature += w * second
	}
	if sd < tinySD {
		return value, y * dMean, 0.5 * curvature
	}
	return value, y * dMean, 0.5 * y * slope / sd
}

// Expect returns E[log p(y | f)] and its derivatives: see Link.
func (l Logit) Expect(y, mean, variance float64) (value, dMean, dVariance float64) {
	return expect(l, y, mean, variance)
}

// Expect returns E[log p(y | f)] and its derivatives: see Link.
func (p Probit) Expect(y, mean, variance float64) (value, dMean, dVariance float64) {
	return expect(p, y, mean, variance)
}
