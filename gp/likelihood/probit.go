package likelihood

import "math"

// Probit is p(y | f) = Phi(y f).
type Probit struct{}

// Name returns "probit".
func (Probit) Name() string { return "probit" }

// LogProb returns log Phi(z), h = N(z)/Phi(z) and -h (z + h).
//
// Below -8, where z + h would cancel, h is the continued fraction
//
//	h = x + r,  r = 1/(x + 2/(x + 3/(x + ...))),  x = -z
//
// (Abramowitz & Stegun, 26.2.14), and z + h = r. 40 terms are enough there for
// all digits.
func (Probit) LogProb(z float64) (value, first, second float64) {
	density := -0.5*z*z - logSqrt2Pi
	switch {
	case z < -8:
		var r float64
		for k := 40.0; k >= 1; k-- {
			r = k / (-z + r)
		}
		first = -z + r
		return density - math.Log(first), first, -first * r
	case z < 0:
		value = math.Log(0.5 * math.Erfc(-z/math.Sqrt2))
	default:
		value = math.Log1p(-0.5 * math.Erfc(z/math.Sqrt2))
	}
	first = math.Exp(density - value)
	return value, first, -first * (z + first)
}

// LogPredict returns log Phi(+-mean / sqrt(1 + variance)).
func (p Probit) LogPredict(mean, variance float64) (plus, minus float64) {
	z := mean / math.Sqrt(1+variance)
	plus, _, _ = p.LogProb(z)
	minus, _, _ = p.LogProb(-z)
	return plus, minus
}

// Predict returns Phi(+-mean / sqrt(1 + variance)).
func (p Probit) Predict(mean, variance float64) (plus, minus float64) {
	z := mean / math.Sqrt(2*(1+variance))
	return 0.5 * math.Erfc(-z), 0.5 * math.Erfc(z)
}
