package likelihood

import "math"

// Link is the likelihood of a binary class as a function of one latent value: the
// inverse link function of a Bernoulli likelihood.
type Link interface {
	// Name returns the name by which options and files know it.
	Name() string
	// LogProb returns log p(y | f), for y = -1 or +1, and its first two derivatives by f.
	LogProb(y, f float64) (value, first, second float64)
	// ThirdDerivative returns that of log p(y | f) by f.
	ThirdDerivative(y, f float64) float64
	// Expect returns E[log p(y | f)], f ~ N(mean, variance), and its derivatives by mean
	// and variance, which are hensman2015 (20): with g = log p(y | f),
	//
	//	d/dmean     = E[g'(f)]
	//	d/dvariance = E[g''(f)] / 2 = E[g'(f) (f - mean)] / (2 variance).
	//
	// Quadrature with an error above rounding uses the last form: both are then the exact
	// derivatives of the sum that is returned as value, and a line search sees one function.
	Expect(y, mean, variance float64) (value, dMean, dVariance float64)
	// Expectations writes Expect of all rows to value, dMean and dVariance; all
	// slices have the same length.
	Expectations(value, dMean, dVariance, y, mean, variance []float64)
	// LogPredict returns log E[p(y | f)], f ~ N(mean, variance), at y = +1 and
	// y = -1, both good to 1e-10.
	LogPredict(mean, variance float64) (plus, minus float64)
	// Predict returns the exponentials of LogPredict.
	Predict(mean, variance float64) (plus, minus float64)
}

// logSqrt2Pi is log sqrt(2 pi).
const logSqrt2Pi = 0.918938533204672741780329736405617639861397473637783412817

// logComplement returns log(1 - exp(a)) for a <= 0.
func logComplement(a float64) float64 {
	if a > -math.Ln2 {
		return math.Log(-math.Expm1(a))
	}
	return math.Log1p(-math.Exp(a))
}
