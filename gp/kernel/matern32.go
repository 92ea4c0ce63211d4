package kernel

import (
	"math"

	"gpcbench/linalg/engine"
)

// matern32 is phi(s) = (1 + sqrt(3 s)) exp(-sqrt(3 s)), for which G = 3 variance exp(-sqrt(3 s)) .* W,
// finite at s = 0.
type matern32 struct{}

func (matern32) apply(row []float64, variance float64) {
	l := borrow(1, len(row))
	defer giveBack(l)
	decay := l.row()
	for j, v := range row {
		row[j] = -math.Sqrt(-6 * v)
	}
	engine.Exp(decay, row)
	for j, a := range row {
		row[j] = variance * (1 - a) * decay[j]
	}
}

func (matern32) weigh(g, _, w []float64, variance float64) (weighted float64) {
	w = w[:len(g)]
	l := borrow(1, len(g))
	defer giveBack(l)
	decay := l.row()
	for j, v := range g {
		g[j] = -math.Sqrt(-6 * v)
	}
	engine.Exp(decay, g)
	for j, a := range g {
		e := variance * decay[j] * w[j]
		weighted += e * (1 - a)
		g[j] = 3 * e
	}
	return weighted
}

func (matern32) weighsByCovariance() bool { return false }
