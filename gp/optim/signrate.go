package optim

import (
	"slices"

	"gpcbench/linalg/engine"
)

// SignRate climbs with a rate of its own for every variable, which grows while the
// gradient keeps its sign and is halved when it does not: villacampa2017,
// supplement G.
//
//	rate_i <- min(most, grow rate_i)  if g_i has the sign of the step before
//	rate_i <- shrink rate_i           if it has the other one
//	x_i    <- x_i + rate_i g_i
//
// If either gradient is 0 the rate does not change. The paper gives neither the
// starting rate nor a bound. Noise makes rates fall, so the rule is for gradients of
// all rows.
type SignRate struct {
	Grow, Shrink, Most float64
	Rates              []float64
	Last               []float64 // the gradient of the step before, 0 at first

	// Summed names variables whose sign of the step before is compared with the sign of
	// the sum of all their gradients instead of their own. That is what the authors' code
	// of villacampa2017 does with the lengthscales of all classes and attributes, and not
	// what the paper says: a variable whose gradient disagrees with the sum has its rate
	// halved in every step, and soon stops moving.
	Summed []int
}

// NewSignRate returns the state for n variables whose rates start at rate, with the
// paper's factors 1.02 and 1/2, and 1 for the largest rate.
func NewSignRate(n int, rate float64) *SignRate {
	s := &SignRate{Grow: 1.02, Shrink: 0.5, Most: 1, Rates: make([]float64, n), Last: make([]float64, n)}
	for i := range s.Rates {
		s.Rates[i] = rate
	}
	return s
}

// Ascend moves x by a step for the gradient g. If an element of g is NaN or
// infinite nothing changes, neither x nor the state, and it returns false.
func (s *SignRate) Ascend(x, g []float64) bool {
	if len(x) != len(s.Rates) || len(g) != len(s.Rates) {
		panic("optim: Ascend: lengths do not match")
	}
	if !engine.Finite(g) {
		return false
	}
	for i, now := range s.compared(g) {
		switch same := now * s.Last[i]; {
		case same > 0:
			s.Rates[i] = min(s.Most, s.Grow*s.Rates[i])
		case same < 0:
			s.Rates[i] *= s.Shrink
		}
		s.Last[i] = g[i]
		x[i] += s.Rates[i] * g[i]
	}
	return true
}

// compared returns the values whose signs are compared with those of the step
// before: g, except that for the variables of Summed it is their sum.
func (s *SignRate) compared(g []float64) []float64 {
	if len(s.Summed) == 0 {
		return g
	}
	sum := 0.0
	for _, i := range s.Summed {
		sum += g[i]
	}
	out := slices.Clone(g)
	for _, i := range s.Summed {
		out[i] = sum
	}
	return out
}
