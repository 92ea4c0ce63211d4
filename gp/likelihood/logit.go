package likelihood

import (
	"math"

	"gpcbench/linalg/engine"
)

// Logit is p(y | f) = sigma(y f).
type Logit struct{}

// Name returns "logit".
func (Logit) Name() string { return "logit" }

// LogProb returns log sigma(y f) with its first two derivatives by f.
func (Logit) LogProb(y, f float64) (value, first, second float64) {
	value, first, second = logSigmoid(y * f)
	return value, y * first, second
}

// ThirdDerivative returns that of log sigma(y f), -y sigma(z) sigma(-z) (sigma(-z) - sigma(z)) with
// z = y f.
func (Logit) ThirdDerivative(y, f float64) float64 {
	_, first, second := logSigmoid(y * f)
	return y * second * (2*first - 1)
}

// logSigmoid returns log sigma(z), sigma(-z) and -sigma(z) sigma(-z).
func logSigmoid(z float64) (value, first, second float64) {
	e := math.Exp(-math.Abs(z))
	small := e / (1 + e) // sigma(-|z|)
	value = -math.Log1p(e)
	first = small
	if z < 0 {
		value += z
		first = 1 / (1 + e)
	}
	return value, first, -small / (1 + e)
}

// Expect returns E[log p(y | f)] and its derivatives: see Link.
func (l Logit) Expect(y, mean, variance float64) (value, dMean, dVariance float64) {
	return hermite(l, y, mean, variance)
}

// Expectations does Expect for all rows: see Link.
func (l Logit) Expectations(value, dMean, dVariance, y, mean, variance []float64) {
	symmetric(l, logSigmoids, value, dMean, dVariance, y, mean, variance)
}

// logSigmoids is logSigmoid, without the second derivative, of all z, which it overwrites.
func logSigmoids(value, slope, z []float64) {
	for i, v := range z {
		z[i] = -v
	}
	engine.Sigmoid(slope, z)
	engine.Softplus(value, z)
	for i, v := range value {
		value[i] = -v
	}
}

// Predict returns E[sigma(f)] and E[sigma(-f)], f ~ N(mean, variance).
func (l Logit) Predict(mean, variance float64) (plus, minus float64) {
	plus, minus = l.LogPredict(mean, variance)
	return math.Exp(plus), math.Exp(minus)
}

// LogPredict returns log E[sigma(f)] and log E[sigma(-f)]. The smaller of the
// two is computed, and the other is its complement.
func (Logit) LogPredict(mean, variance float64) (plus, minus float64) {
	small := logSigmoidMean(-math.Abs(mean), variance)
	if mean > 0 {
		return logComplement(small), small
	}
	return small, logComplement(small)
}

// logSigmoidMean returns log E[sigma(f)] for f ~ N(m, v) with m <= 0, to a
// relative error of 1e-12 of the expectation.
func logSigmoidMean(m, v float64) float64 {
	sd := math.Sqrt(v)
	switch {
	case v == 0:
		value, _, _ := logSigmoid(m)
		return value
	case sd > 5 && -m < v/2:
		return logSigmoidMeanWide(m, v)
	}
	return logSigmoidMeanNarrow(m, sd)
}

// wideStep is a step of the trapezoidal rule whose error comes only from the
// poles of sigma, at +-i pi: it has a relative error of exp(-2 pi^2 / 0.65) =
// 6e-14 (Trefethen & Weideman, The exponentially convergent trapezoidal rule,
// 2014).
const wideStep = 0.65

// narrowStep is the step for a standard deviation sd. Along i y the normal
// density grows as exp(y^2 / 2v), so a step h leaves an error of
// exp(y^2 / 2v - 2 pi y / h) for the best y up to pi. That is
// exp(-2 pi^2 v / h^2) as long as y = 2 pi v / h is below pi.
func narrowStep(sd float64) float64 {
	if sd < 0.4 {
		return 0.8 * sd
	}
	return 1 / (1/wideStep + 1/(4*sd*sd))
}

// logSigmoidMeanNarrow sums sigma(m + sd u) N(u | 0, 1) over 8.7 to either side
// of its mode. The logarithm has second derivatives of at most -1, so the
// omitted part is below 4e-17 of the sum.
func logSigmoidMeanNarrow(m, sd float64) float64 {
	logTerm := func(u float64) float64 {
		value, _, _ := logSigmoid(m + sd*u)
		return value - 0.5*u*u
	}
	mode := sigmoidMode(m, sd)
	h := narrowStep(sd) / sd
	n := int(math.Ceil(8.7 / h))
	top := logTerm(mode)
	var sum float64
	for k := -n; k <= n; k++ {
		sum += math.Exp(logTerm(mode+float64(k)*h) - top)
	}
	return top + math.Log(sum*h) - logSqrt2Pi
}

// sigmoidMode returns the mode of sigma(m + sd u) N(u | 0, 1), which solves
// u = sd sigma(-m - sd u), roughly: it only centres a sum.
func sigmoidMode(m, sd float64) float64 {
	low, high := 0.0, sd
	for high-low > 0.1 {
		mid := 0.5 * (low + high)
		if _, slope, _ := logSigmoid(m + sd*mid); mid < sd*slope {
			low = mid
		} else {
			high = mid
		}
	}
	return 0.5 * (low + high)
}

// logSigmoidMeanWide takes the closed form E[Phi(f/w)] = Phi(m/sqrt(w^2 + v))
// out of the integral. The rest, sigma(f) - Phi(f/w), falls as exp(-|f|) for
// any v. With -m < v/2 the density changes by at most exp(|f|/2) against
// that, and at |f| = 80 the rest is negligible.
func logSigmoidMeanWide(m, v float64) float64 {
	const w = 1.6 // close to sigma, and entire functions of this width take the same step
	closed, _, _ := logNormalCDF(m / math.Sqrt(w*w+v))
	atZero := -0.5*m*m/v - 0.5*math.Log(v) - logSqrt2Pi // log N(0 | m, v)
	var sum float64
	for f := wideStep; f <= 80; f += wideStep {
		// sigma(f) - Phi(f/w) is odd in f.
		small := math.Exp(-f) / (1 + math.Exp(-f))
		rest := 0.5*math.Erfc(f/(w*math.Sqrt2)) - small
		sum += rest * math.Exp(-0.5*f*f/v) * 2 * math.Sinh(m*f/v)
	}
	return closed + math.Log1p(math.Exp(atZero-closed)*wideStep*sum)
}
