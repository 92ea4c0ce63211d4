package svgp

import "gpcbench/gp/likelihood"

// tiltedProbit is log E Phi(y f) of rows of f ~ N(m, v), class 1 of y = +1, with its derivative by m and
// minus the second one.
func tiltedProbit(value, first, second []float64, class []int, mean, variance []float64) {
	own := make([]float64, len(class)) // the mean of y f
	for i, c := range class {
		own[i] = sign(c) * mean[i]
	}
	likelihood.TiltedProbit(value, first, second, own, variance)
	for i, c := range class {
		first[i] *= sign(c)
	}
}

// sign is y of a class.
func sign(class int) float64 { return float64(2*class - 1) }
