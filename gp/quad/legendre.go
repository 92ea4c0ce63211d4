package quad

import "gonum.org/v1/gonum/integrate/quad"

// GaussLegendre returns the rule for f uniform on [m - s, m + s] with n nodes, exact
// for polynomials of degree 2n - 1. It panics if n < 1.
func GaussLegendre(n int) Rule {
	if n < 1 {
		panic("quad: GaussLegendre: no nodes")
	}
	r := Rule{X: make([]float64, n), W: make([]float64, n)}
	quad.Legendre{}.FixedLocations(r.X, r.W, -1, 1)
	for k := range r.W {
		r.W[k] /= 2
	}
	return r
}
