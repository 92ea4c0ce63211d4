package likelihood

import (
	"math"

	"gpcbench/gp/quad"
)

// Expectation is E[log p(y | f)] under Gaussians, by Gauss-Hermite quadrature.
type Expectation struct {
	link Link
	rule quad.Rule
}

// NewExpectation returns the expectation for a link with a number of nodes.
// With 20 of them the error is below 1e-8 for variances up to 1 and about 1e-3
// for variances of 100.
func NewExpectation(link Link, nodes int) *Expectation {
	return &Expectation{link: link, rule: quad.GaussHermite(nodes)}
}

// Eval writes E[log p(y_i | f)], f ~ N(mean_i, variance_i), to value and its
// derivatives with respect to mean_i and variance_i to dMean and dVariance.
// All have the same length; y is -1 or +1.
//
// The derivatives are hensman2015 (20), with g = log p(y | f),
//
//	d/dmean     = E[g'(f)]
//	d/dvariance = E[g''(f)] / 2 = E[g'(f) (f - mean)] / (2 variance),
//
// the second in its last form: so both are the exact derivatives of the
// quadrature sum that is returned as value, however few its nodes are.
func (e *Expectation) Eval(value, dMean, dVariance, y, mean, variance []float64) {
	n := len(y)
	if len(value) != n || len(dMean) != n || len(dVariance) != n || len(mean) != n || len(variance) != n {
		panic("likelihood: Eval: lengths do not match")
	}
	for i := range y {
		value[i], dMean[i], dVariance[i] = e.at(y[i], mean[i], variance[i])
	}
}

// tinySD is a standard deviation below which E[g' x]/sd loses more digits to
// cancellation than g” to the width of the Gaussian.
const tinySD = 1e-5

func (e *Expectation) at(y, mean, variance float64) (value, dMean, dVariance float64) {
	sd := math.Sqrt(variance)
	var slope, curvature float64
	for k, x := range e.rule.X {
		w := e.rule.W[k]
		v, first, second := e.link.LogProb(y * (mean + sd*x))
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
