package likelihood

import (
	"math"
	"sync"

	"gpcbench/gp/quad"
)

// Nodes is the number of Gauss-Hermite nodes of Expect of logit and probit, the same as
// GPflow's. They leave 1e-8 of 1 + |E log p| at a variance of 1, 2e-4 at 9 and 2e-2 at 100.
const Nodes = 20

var rule = sync.OnceValue(func() quad.Rule { return quad.GaussHermite(Nodes) })

// tinySD is a standard deviation below which E[g' x] / sd loses more digits to
// cancellation than E[g”] does to the change of g” over the Gaussian.
const tinySD = 1e-5

// hermite is Expect by Gauss-Hermite quadrature.
func hermite(link Link, y, mean, variance float64) (value, dMean, dVariance float64) {
	r := rule()
	sd := math.Sqrt(variance)
	var slope, curvature float64
	for k, x := range r.X {
		w := r.W[k]
		v, first, second := link.LogProb(y, mean+sd*x)
		value += w * v
		dMean += w * first
		slope += w * first * x
		curvature += w * second
	}
	if sd < tinySD {
		return value, dMean, 0.5 * curvature
	}
	return value, dMean, 0.5 * slope / sd
}

// blockRows is the number of rows whose nodes are processed together.
const blockRows = 12

// nodes is space for the nodes of some rows.
type nodes struct{ z, value, slope [blockRows * Nodes]float64 }

var spaces = sync.Pool{New: func() any { return new(nodes) }}

// symmetric does hermite for all rows of a link with p(-1 | f) = p(+1 | -f). logProbs sets
// value and slope to log p(+1 | z) and its derivative, and may overwrite z.
func symmetric(link Link, logProbs func(value, slope, z []float64), value, dMean, dVariance, y, mean, variance []float64) {
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
				value[i], dMean[i], dVariance[i] = hermite(link, y[i], mean[i], variance[i])
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

// trapezoid returns the expectation of a function under N(mean, variance), variance > 0, with
// its derivatives E[first] and E[second]/2, by the trapezoidal rule with nodes h apart.
func trapezoid(of func(f float64) (value, first, second float64), mean, variance, h float64) (value, dMean, dVariance float64) {
	each, total := int(math.Ceil(reach*math.Sqrt(variance)/h)), 0.0
	for i := -each; i <= each; i++ {
		f := h * float64(i)
		w := math.Exp(-0.5 * f * f / variance)
		l, slope, second := of(mean + f)
		total += w
		value += w * l
		dMean += w * slope
		dVariance += 0.5 * w * second
	}
	return value / total, dMean / total, dVariance / total
}
