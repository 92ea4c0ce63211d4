package likelihood

import (
	"math"
	"sync"

	"gpcbench/gp/quad"
	"gpcbench/linalg/engine"
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

// blockRows is the rows whose nodes are worked on together.
const blockRows = 12

// nodes is space for the nodes of some rows.
type nodes struct{ z, value, slope [blockRows * Nodes]float64 }

var spaces = sync.Pool{New: func() any { return new(nodes) }}

// expectations is Expectations of the link with that logProbs, which sets value and
// slope to LogProb of z.
func expectations(link Link, logProbs func(value, slope, z []float64), value, dMean, dVariance, y, mean, variance []float64) {
	r, space := rule(), spaces.Get().(*nodes)
	defer spaces.Put(space)
	for from := 0; from < len(y); from += blockRows {
		to := min(from+blockRows, len(y))
		n := (to - from) * Nodes
		for i := from; i < to; i++ {
			sd := math.Sqrt(variance[i])
			z := space.z[(i-from)*Nodes:][:Nodes]
			for k, x := range r.X {
				z[k] = y[i] * (mean[i] + sd*x)
			}
		}
		logProbs(space.value[:n], space.slope[:n], space.z[:n])
		for i := from; i < to; i++ {
			sd := math.Sqrt(variance[i])
			if sd < tinySD {
				value[i], dMean[i], dVariance[i] = expect(link, y[i], mean[i], variance[i])
				continue
			}
			values, slopes := space.value[(i-from)*Nodes:][:Nodes], space.slope[(i-from)*Nodes:][:Nodes]
			var v, first, slope float64
			for k, x := range r.X {
				w := r.W[k]
				v += w * values[k]
				first += w * slopes[k]
				slope += w * slopes[k] * x
			}
			value[i], dMean[i], dVariance[i] = v, y[i]*first, 0.5*y[i]*slope/sd
		}
	}
}

// Expect returns E[log p(y | f)] and its derivatives: see Link.
func (l Logit) Expect(y, mean, variance float64) (value, dMean, dVariance float64) {
	return expect(l, y, mean, variance)
}

// Expect returns E[log p(y | f)] and its derivatives: see Link.
func (p Probit) Expect(y, mean, variance float64) (value, dMean, dVariance float64) {
	return expect(p, y, mean, variance)
}

// Expectations does Expect for all rows: see Link.
func (l Logit) Expectations(value, dMean, dVariance, y, mean, variance []float64) {
	expectations(l, l.logProbs, value, dMean, dVariance, y, mean, variance)
}

// logProbs is LogProb, without the second derivative, of all z, which it overwrites.
func (Logit) logProbs(value, slope, z []float64) {
	for i, v := range z {
		z[i] = -v
	}
	engine.Sigmoid(slope, z)
	engine.Softplus(value, z)
	for i, v := range value {
		value[i] = -v
	}
}

// Expectations does Expect for all rows: see Link.
func (p Probit) Expectations(value, dMean, dVariance, y, mean, variance []float64) {
	expectations(p, engine.NormalLogCDF, value, dMean, dVariance, y, mean, variance)
}
