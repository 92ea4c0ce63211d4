package svgp

import (
	"math"

	"gpcbench/linalg/engine"
)

// tiltedProbit is log E Phi(y f) = log Phi(y m / sqrt(1 + v)) of rows of f ~ N(m, v), class 1 of y = +1,
// with its derivative by m and minus the second one.
func tiltedProbit(value, first, second []float64, class []int, mean, variance []float64) {
	z, slope := make([]float64, len(class)), make([]float64, len(class))
	for i, c := range class {
		z[i] = float64(2*c-1) * mean[i] / math.Sqrt(1+variance[i])
	}
	engine.NormalLogCDF(value, slope, z)
	for i, c := range class {
		s := 1 + variance[i]
		first[i] = float64(2*c-1) * slope[i] / math.Sqrt(s)
		second[i] = slope[i] * (z[i] + slope[i]) / s
	}
}
