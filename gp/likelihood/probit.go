package likelihood

import "math"

// Probit is p(y | f) = Phi(y f).
type Probit struct{}

// Name returns "probit".
func (Probit) Name() string { return "probit" }

// LogProb returns log Phi(z), h = N(z)/Phi(z) and -h (z + h).
//
// Below -30 the asymptotic series Phi(z) = N(z)/(-z) S holds to 2e-14, with
// S = 1 - 1/z^2 + 3/z^4 - 15/z^6 + 105/z^8 - 945/z^10 (Abramowitz & Stegun,
// 26.2.12), and z + h = -z (1 - S)/S without cancellation.
func (Probit) LogProb(z float64) (value, first, second float64) {
	density := -0.5*z*z - logSqrt2Pi
	switch {
	case z < -30:
		u := 1 / (z * z)
		rest := u * (1 - u*(3-u*(15-u*(105-u*945)))) // 1 - S
		s := 1 - rest
		value = density - math.Log(-z) + math.Log1p(-rest)
		first = -z / s
		return value, first, -first * (-z * rest / s)
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
