package optim

import "math"

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
func (a *Adam) Ascend(x, g []float64) bool {
	if len(x) != len(a.M) || len(g) != len(a.M) {
		panic("optim: Ascend: lengths do not match")
	}
	if !finite(g) {
		return false
	}
	a.T++
	rate := a.Rate / (1 - math.Pow(a.Beta1, float64(a.T)))
	root := 1 / math.Sqrt(1-math.Pow(a.Beta2, float64(a.T)))
	x, m, v := x[:len(g)], a.M[:len(g)], a.V[:len(g)]
	for i, gi := range g {
		m[i] += (1 - a.Beta1) * (gi - m[i])
		v[i] += (1 - a.Beta2) * (gi*gi - v[i])
		x[i] += rate * m[i] / (root*math.Sqrt(v[i]) + a.Epsilon)
	}
	return true
}

// finite says whether no element is NaN or infinite.
func finite(g []float64) bool {
	for _, v := range g {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
