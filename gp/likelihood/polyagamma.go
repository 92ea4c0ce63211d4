package likelihood

import "math"

// PolyaGammaMean returns E[omega] = tanh(c/2) / (2c) of omega ~ PG(1, c), which
// is 1/4 at c = 0.
func PolyaGammaMean(c float64) float64 {
	if math.Abs(c) < 1e-2 {
		u := c * c
		return 0.25 - u*(1./48-u*(1./480-u*17/80640))
	}
	return math.Tanh(c/2) / (2 * c)
}
