package svgp

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
)

// decoupled is the probit likelihood with the local terms of the decoupled bound in place of
// its expectations. What it predicts, and is saved as, is probit.
type decoupled struct{ likelihood.Bernoulli }

// newDecoupled returns the one there is.
func newDecoupled() decoupled { return decoupled{likelihood.Bernoulli{Link: likelihood.Probit{}}} }

// Expectations returns sum_i [log Phi(y_i mean_i) - variance_i / 2] and writes the derivatives
// of scale times that to dMean and dVariance.
func (decoupled) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	sum := 0.0
	for i, class := range y {
		value, slope, _ := likelihood.Probit{}.LogProb(float64(2*class-1), mean.At(i, 0))
		sum += value - 0.5*variance.At(i, 0)
		dMean.Set(i, 0, scale*slope)
		dVariance.Set(i, 0, -0.5*scale)
	}
	return sum
}
