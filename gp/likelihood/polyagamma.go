package likelihood

import "math"

// PolyaGammaVariance returns Var[omega] = (sinh c - c) / (4 c^3 cosh^2(c/2)) of
// omega ~ PG(1, c), which is -1/c times the derivative of the mean and 1/24 at
// c = 0.
func PolyaGammaVariance(c float64) float64 {
	c = math.Abs(c)
	if c < 0.1 { // the difference below loses 6/c^2 roundings, the series as much here
		u := c * c
		return 1./24 - u*(1./120-u*(17./13440-u*(31./181440-u*691/31933440)))
	}
	h := 1 / math.Cosh(c/2)
	return (math.Tanh(c/2)/c - 0.5*h*h) / (2 * c * c)
}

// PolyaGammaMean returns E[omega] = tanh(c/2) / (2c) of omega ~ PG(1, c), which
// is 1/4 at c = 0.
func PolyaGammaMean(c float64) float64 {
	if math.Abs(c) < 1e-2 {
		u := c * c
		return 0.25 - u*(1./48-u*(1./480-u*17/80640))
	}
	return math.Tanh(c/2) / (2 * c)
}
