package scmgpc

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
)

// curve is what [augmented.Linearise] keeps of a class in a row: gamma, theta(b) = tanh(b/2)/(2b) and d theta/d(b^2).
type curve struct{ gamma, theta, bend float64 }

// Linearise is that of collapsed.Linear, of "joint": see the package's "Derivatives of the updates".
func (a *augmented) Linearise(class []int, mean, variance *mat.Dense) func(lambda, nu, dMean, dVariance [][]float64) {
	classes := len(a.all)
	if len(a.curves) < len(class)*classes {
		a.curves = make([]curve, len(class)*classes)
	}
	for i := range class {
		a.rowOf(mean.RawRowView(i), variance.RawRowView(i))
		for c, b := range a.b {
			a.curves[i*classes+c] = curve{a.gamma[c], likelihood.PolyaGammaMean(b), bend(b)}
		}
	}
	return func(lambda, nu, dMean, dVariance [][]float64) {
		for i, y := range class {
			of, m := a.curves[i*classes:][:classes], mean.RawRowView(i)
			total := 0.0
			for c, at := range of {
				// Until their sum is known nu has dh and lambda d(b^2).
				square := dVariance[c][i] + 2*m[c]*dMean[c][i]
				lambda[c][i], nu[c][i] = square, -0.5*(dMean[c][i]+at.theta*square)
				total += at.gamma * nu[c][i]
			}
			for c, at := range of {
				counts, gamma := at.gamma, at.gamma*(nu[c][i]+total)
				if c == y {
					counts++
				}
				lambda[c][i] = gamma*at.theta + counts*at.bend*lambda[c][i]
				nu[c][i] = -0.5 * gamma
			}
		}
	}
}

// bend is d theta / d(b^2).
func bend(b float64) float64 {
	if b < 0.05 {
		// theta = 1/4 - b^2/48 + b^4/480 - 17 b^6/80640 + ...
		s := b * b
		return -1./48 + s*(1./240-s*(17./26880-s*31./362880))
	}
	t := math.Tanh(b / 2)
	return (b*(1-t*t)/2 - t) / (4 * b * b * b)
}
