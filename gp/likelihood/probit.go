package likelihood

import (
	"math"

	"gpcbench/linalg/engine"
)

// Probit is p(y | f) = Phi(y f).
type Probit struct{}

// Name returns "probit".
func (Probit) Name() string { return "probit" }

// LogProb returns log Phi(y f) with its first two derivatives by f.
func (Probit) LogProb(y, f float64) (value, first, second float64) {
	value, first, second = logNormalCDF(y * f)
	return value, y * first, second
}

// ThirdDerivative returns that of log Phi(y f), y h ((z + h)^2 + h (z + h) - 1) with z = y f and
// h = N(z)/Phi(z).
func (Probit) ThirdDerivative(y, f float64) float64 {
	_, first, second := logNormalCDF(y * f)
	if first == 0 {
		return 0
	}
	rest := -second / first // z + h
	return y * first * (rest*rest - second - 1)
}

// logNormalCDF returns log Phi(z), h = N(z)/Phi(z) and -h (z + h).
//
// Below -8, where z + h would cancel, h is the continued fraction
//
//	h = x + r,  r = 1/(x + 2/(x + 3/(x + ...))),  x = -z
//
// (Abramowitz & Stegun, 26.2.14), and z + h = r. 40 terms are enough there for
// all digits.
func logNormalCDF(z float64) (value, first, second float64) {
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

// Expect returns E[log p(y | f)] and its derivatives: see Link.
func (p Probit) Expect(y, mean, variance float64) (value, dMean, dVariance float64) {
	return hermite(p, y, mean, variance)
}

// Expectations does Expect for all rows: see Link.
func (p Probit) Expectations(value, dMean, dVariance, y, mean, variance []float64) {
	symmetric(p, engine.NormalLogCDF, value, dMean, dVariance, y, mean, variance)
}

// LogPredict returns log Phi(+-mean / sqrt(1 + variance)).
func (Probit) LogPredict(mean, variance float64) (plus, minus float64) {
	z := mean / math.Sqrt(1+variance)
	plus, _, _ = logNormalCDF(z)
	minus, _, _ = logNormalCDF(-z)
	return plus, minus
}

// Predict returns Phi(+-mean / sqrt(1 + variance)).
func (p Probit) Predict(mean, variance float64) (plus, minus float64) {
	z := mean / math.Sqrt(2*(1+variance))
	return 0.5 * math.Erfc(-z), 0.5 * math.Erfc(z)
}
