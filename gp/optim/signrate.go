package optim

// SignRate climbs with a rate of its own for every variable, which grows while the
// gradient keeps its sign and is halved when it does not: villacampa2017,
// supplement G.
//
//	rate_i <- min(most, grow rate_i)  if g_i has the sign of the step before
//	rate_i <- shrink rate_i           if it has the other one
//	x_i    <- x_i + rate_i g_i
//
// Where either gradient is 0 the rate stays. The paper gives neither the starting rate
// nor a bound. Rates fall under noise: it is for gradients of all rows.
type SignRate struct {
	Grow, Shrink, Most float64
	Rates              []float64
	Last               []float64 // the gradient of the step before, 0 at first
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
	if !finite(g) {
		return false
	}
	for i, gi := range g {
		switch same := gi * s.Last[i]; {
		case same > 0:
			s.Rates[i] = min(s.Most, s.Grow*s.Rates[i])
		case same < 0:
			s.Rates[i] *= s.Shrink
		}
		s.Last[i] = gi
		x[i] += s.Rates[i] * gi
	}
	return true
}
