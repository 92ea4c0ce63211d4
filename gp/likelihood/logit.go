package likelihood

import "math"

// Logit is p(y | f) = sigma(y f).
type Logit struct{}

// Name returns "logit".
func (Logit) Name() string { return "logit" }

// LogProb returns log sigma(z), sigma(-z) and -sigma(z) sigma(-z).
func (Logit) LogProb(z float64) (value, first, second float64) {
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

// Predict returns E[sigma(f)] and E[sigma(-f)], f ~ N(mean, variance).
func (l Logit) Predict(mean, variance float64) (plus, minus float64) {
	plus, minus = l.LogPredict(mean, variance)
	return math.Exp(plus), math.Exp(minus)
}

// LogPredict returns log E[sigma(f)] and log E[sigma(-f)]. The smaller of the
// two is worked out, the other is its complement.
func (Logit) LogPredict(mean, variance float64) (plus, minus float64) {
	small := logSigmoidMean(-math.Abs(mean), variance)
	if mean > 0 {
		return logComplement(small), small
	}
	return small, logComplement(small)
}

// The trapezoidal rule converges exponentially for a function that is analytic
// in a strip (Trefethen & Weideman, The exponentially convergent trapezoidal
// rule, 2014). sigma has poles at +-i pi and the normal density grows as
// exp(y^2/2v) off the real axis, so steps of 0.65 and of 0.8 standard
// deviations leave relative errors of exp(-2 pi^2/0.65) = 6e-14 and
// exp(-2 pi^2/0.64) = 4e-14.
const (
	stepOfPole    = 0.65
	stepOfDensity = 0.8
)

// logSigmoidMean returns log E[sigma(f)] for f ~ N(m, v) with m <= 0.
func logSigmoidMean(m, v float64) float64 {
	sd := math.Sqrt(v)
	switch {
	case v == 0:
		value, _, _ := Logit{}.LogProb(m)
		return value
	case sd > 5 && -m < v/2:
		return logSigmoidMeanWide(m, v)
	}
	return logSigmoidMeanNarrow(m, sd)
}

// logSigmoidMeanNarrow sums sigma(f) N(f | m, sd^2) over 8.7 standard
// deviations to either side of its mode. The logarithm has second derivatives
// of at most -1/v, so that what is left out is below 4e-17 of what is summed.
func logSigmoidMeanNarrow(m, sd float64) float64 {
	v := sd * sd
	logTerm := func(f float64) float64 {
		value, _, _ := Logit{}.LogProb(f)
		return value - 0.5*(f-m)*(f-m)/v
	}
	mode := sigmoidMode(m, v)
	h := min(stepOfPole, stepOfDensity*sd)
	n := int(math.Ceil(8.7 * sd / h))
	top := logTerm(mode)
	var sum float64
	for k := -n; k <= n; k++ {
		sum += math.Exp(logTerm(mode+float64(k)*h) - top)
	}
	return top + math.Log(sum*h/sd) - logSqrt2Pi
}

// sigmoidMode returns the mode of sigma(f) N(f | m, v), which solves
// f = m + v sigma(-f), roughly: it only centres a sum.
func sigmoidMode(m, v float64) float64 {
	low, high := m, m+v
	for high-low > 0.1*math.Sqrt(v) {
		mid := 0.5 * (low + high)
		if _, first, _ := (Logit{}).LogProb(mid); mid < m+v*first {
			low = mid
		} else {
			high = mid
		}
	}
	return 0.5 * (low + high)
}

// logSigmoidMeanWide takes the closed form E[Phi(f/w)] = Phi(m/sqrt(w^2 + v))
// out of the integral. What is left, sigma(f) - Phi(f/w), falls as exp(-|f|)
// whatever v is. With -m < v/2 the density changes by at most exp(|f|/2)
// against that, and at |f| = 80 nothing is left.
func logSigmoidMeanWide(m, v float64) float64 {
	const w = 1.6 // close to sigma, and entire functions of this width take the same step
	closed, _, _ := Probit{}.LogProb(m / math.Sqrt(w*w+v))
	atZero := -0.5*m*m/v - 0.5*math.Log(v) - logSqrt2Pi // log N(0 | m, v)
	var sum float64
	for f := stepOfPole; f <= 80; f += stepOfPole {
		// sigma(f) - Phi(f/w) is odd in f.
		small := math.Exp(-f) / (1 + math.Exp(-f))
		rest := 0.5*math.Erfc(f/(w*math.Sqrt2)) - small
		sum += rest * math.Exp(-0.5*f*f/v) * 2 * math.Sinh(m*f/v)
	}
	return closed + math.Log1p(math.Exp(atZero-closed)*stepOfPole*sum)
}
