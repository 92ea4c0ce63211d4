package xgpc

import (
	"math"

	"gpcbench/gp/likelihood"
)

// polyaGamma is the logit link of two classes with a variable omega_i ~ PG(1, 0) a
// row (4), of which q(omega_i) = PG(1, c_i) is the best at (11).
type polyaGamma struct{}

// sign returns y of a class, +-1.
func sign(class int) float64 { return float64(2*class - 1) }

// Local writes shift = y/2 and precision = theta = E[omega] = tanh(c/2) / (2c).
func (polyaGamma) Local(shift, precision [][]float64, class []int, mean, variance [][]float64) {
	for i, mu := range mean[0] {
		shift[0][i] = 0.5 * sign(class[i])
		precision[0][i] = likelihood.PolyaGammaMean(math.Sqrt(variance[0][i] + mu*mu))
	}
}

// Bound returns the sum of y mean / 2 - log(2 cosh(c/2)).
func (polyaGamma) Bound(class []int, mean, variance [][]float64) float64 {
	var sum float64
	for i, mu := range mean[0] {
		c := math.Sqrt(variance[0][i] + mu*mu)
		// log(2 cosh(c/2)) = c/2 + log(1 + exp(-c))
		sum += 0.5*sign(class[i])*mu - 0.5*c - math.Log1p(math.Exp(-c))
	}
	return sum
}
