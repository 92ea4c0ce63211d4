// Package quad has the quadrature rules for expectations under a Gaussian and
// over an interval.
package quad

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// Rule stands for sum_k W_k g(m + s X_k), the approximation of E[g(f)] for f
// of mean m and scale s, as each rule says. It is not to be changed.
type Rule struct {
	X []float64 // nodes, in descending order, symmetric about 0
	W []float64 // weights, all positive, of sum 1
}

// GaussHermite returns the rule for f ~ N(m, s^2) with n nodes, exact for
// polynomials of degree 2n - 1. It panics if n < 1.
func GaussHermite(n int) Rule {
	if n < 1 {
		panic("quad: GaussHermite: no nodes")
	}
	r := Rule{X: make([]float64, n), W: make([]float64, n)}
	quad.Hermite{}.FixedLocations(r.X, r.W, math.Inf(-1), math.Inf(1))
	for k := range r.X {
		// gonum's weight function is exp(-x^2).
		r.X[k] *= math.Sqrt2
		r.W[k] /= math.Sqrt(math.Pi)
	}
	for k := range n / 2 {
		x, w := (r.X[n-1-k]-r.X[k])/2, (r.W[n-1-k]+r.W[k])/2
		r.X[n-1-k], r.X[k] = -math.Abs(x), math.Abs(x)
		r.W[n-1-k], r.W[k] = w, w
	}
	if n%2 == 1 {
		r.X[n/2] = 0
	}
	return r
}
