package likelihood

import (
	"math"

	"gpcbench/linalg/engine"
)

// TiltedProbit writes log E Phi(f) = log Phi(m / sqrt(1 + v)) of f ~ N(m, v), its derivative by m and
// minus the second one, for rows of those means and variances.
func TiltedProbit(value, first, second, mean, variance []float64) {
	z, slope := second, first // until they are written
	for i, m := range mean {
		z[i] = m / math.Sqrt(1+variance[i])
	}
	engine.NormalLogCDF(value, slope, z)
	for i, beta := range slope {
		s := 1 + variance[i]
		first[i], second[i] = beta/math.Sqrt(s), beta*(z[i]+beta)/s
	}
}
