package optim

import (
	"math"

	"gpcbench/linalg/engine"
	"gpcbench/linalg/threads"
)

// Adam is the method of Kingma & Ba (Adam: a method for stochastic
// optimization, 2014), algorithm 1, uphill:
//
//	m <- beta1 m + (1 - beta1) g
//	v <- beta2 v + (1 - beta2) g^2
//	x <- x + rate (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)
type Adam struct {
	Rate, Beta1, Beta2, Epsilon float64
	M, V                        []float64
	T                           int // steps taken
}

// NewAdam returns the state for n variables, with the paper's beta1 = 0.9,
// beta2 = 0.999 and epsilon = 1e-8.
func NewAdam(n int, rate float64) *Adam {
	return &Adam{Rate: rate, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, M: make([]float64, n), V: make([]float64, n)}
}

// Ascend moves x by a step for the gradient g. If an element of g is NaN or
// infinite nothing changes, neither x nor the state, and it returns false.
func (a *Adam) Ascend(x, g []float64) bool { return a.AscendFrom(x, x, g) }

// AscendFrom sets dst to x and a step for the gradient g; if an element of g is NaN or
// infinite, to x, and it returns false.
func (a *Adam) AscendFrom(dst, x, g []float64) bool {
	if len(dst) != len(a.M) || len(x) != len(a.M) || len(g) != len(a.M) {
		panic("optim: Ascend: lengths do not match")
	}
	if !engine.Finite(g) {
		copy(dst, x)
		return false
	}
	a.T++
	step := engine.AdamStep{
		First: 1 - a.Beta1, Second: 1 - a.Beta2,
		Rate:    a.Rate / (1 - math.Pow(a.Beta1, float64(a.T))),
		Root:    1 / math.Sqrt(1-math.Pow(a.Beta2, float64(a.T))),
		Epsilon: a.Epsilon,
	}
	threads.Chunks(len(dst), func(from, to int) {
		engine.Adam(dst[from:to], x[from:to], a.M[from:to], a.V[from:to], g[from:to], step)
	})
	return true
}
