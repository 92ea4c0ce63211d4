package kernel

import (
	"gonum.org/v1/gonum/floats"

	"gpcbench/linalg/engine"
)

// squaredExponential is phi(s) = exp(-s/2), for which G = W .* k.
type squaredExponential struct{}

func (squaredExponential) apply(row []float64, variance float64) {
	engine.Exp(row, row)
	floats.Scale(variance, row)
}

func (squaredExponential) weigh(g, k, w []float64, variance float64) float64 {
	w = w[:len(g)]
	if k != nil {
		engine.Multiply(g, k[:len(g)], w)
		return 0
	}
	engine.Exp(g, g)
	for j, v := range g {
		g[j] = variance * v * w[j]
	}
	return 0
}

func (squaredExponential) weighsByCovariance() bool { return true }
