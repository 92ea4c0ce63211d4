package optim

import (
	"math"

	"gpcbench/linalg/engine"
)

// Adadelta is the method of Zeiler (ADADELTA: an adaptive learning rate method,
// 2012), algorithm 1, uphill, with a factor on the step:
//
//	v <- decay v + (1 - decay) g^2
//	d  = rate sqrt((s + epsilon) / (v + epsilon)) g
//	s <- decay s + (1 - decay) d^2
//	x <- x + d
type Adadelta struct {
	Rate, Decay, Epsilon float64
	V, S                 []float64
}

// NewAdadelta returns the state for n variables, with decay 0.9 and epsilon
// 1e-4. The paper's steps have rate 1; it tries epsilons from 1e-8 to 1e-2.
func NewAdadelta(n int, rate float64) *Adadelta {
	return &Adadelta{Rate: rate, Decay: 0.9, Epsilon: 1e-4, V: make([]float64, n), S: make([]float64, n)}
}

// Ascend moves x by a step for the gradient g. If an element of g is NaN or
// infinite nothing changes, neither x nor the state, and it returns false.
func (a *Adadelta) Ascend(x, g []float64) bool {
	if len(x) != len(a.V) || len(g) != len(a.V) {
		panic("optim: Ascend: lengths do not match")
	}
	if !engine.Finite(g) {
		return false
	}
	for i, gi := range g {
		a.V[i] += (1 - a.Decay) * (gi*gi - a.V[i])
		d := a.Rate * math.Sqrt((a.S[i]+a.Epsilon)/(a.V[i]+a.Epsilon)) * gi
		a.S[i] += (1 - a.Decay) * (d*d - a.S[i])
		x[i] += d
	}
	return true
}
