package likelihood

import (
	"math"
	"slices"

	"gpcbench/linalg/engine"
)

// rate is s(f) of a softmax: positive, growing, and with a positive real part where the
// imaginary part of f is below pi/2.
type rate interface {
	// at returns s with its first two derivatives.
	at(f float64) (s, first, second float64)
	// along writes s with its first two derivatives at the values of f.
	along(s, first, second, f []float64)
	// logs replaces every f by log s(f).
	logs(f []float64)
	// expectLog returns E log s under N(mean, variance), and its derivatives.
	expectLog(mean, variance float64) (value, dMean, dVariance float64)
	// shift returns a number that may be subtracted from all latent values of a row
	// without changing p(y | f). E log S changes by as much.
	shift(mean []float64) float64
	// within returns a rate that is this one over a factor, and the factor's logarithm, for rows whose
	// largest value is between low and high: powers of it are numbers.
	within(low, high float64) (of rate, factor float64)
	// least returns the least mean, after the shift, that is told from lower ones at a variance.
	least(variance float64) float64
	// top returns the logarithm of a number that s hardly exceeds.
	top(mean, variance float64) float64
}

// exponential is s = exp(f).
type exponential struct{}

// maxExponent is where exp is near its largest number.
const maxExponent = 700

func (exponential) at(f float64) (s, first, second float64) {
	s = math.Exp(min(f, maxExponent))
	return s, s, s
}

func (exponential) along(s, first, second, f []float64) {
	for i, v := range f {
		s[i] = min(v, maxExponent)
	}
	engine.Exp(s, s)
	copy(first, s)
	copy(second, s)
}

func (exponential) logs([]float64) {}

func (exponential) expectLog(mean, _ float64) (value, dMean, dVariance float64) { return mean, 1, 0 }

func (exponential) shift(mean []float64) float64 { return slices.Max(mean) }

// within returns the rate: the largest mean is shifted to 0.
func (e exponential) within(_, _ float64) (rate, float64) { return e, 0 }

// least is that of the records that the transforms have predicted for; clocks have none.
func (exponential) least(variance float64) float64 { return leastMean(variance) }

// top is where E s^2 and E s have their ratio, but for a little, unless that is beyond
// the nodes.
func (exponential) top(mean, variance float64) float64 {
	return mean + min(2*variance, reach*math.Sqrt(variance))
}

// logistic is s = sigma(f).
type logistic struct{}

func (logistic) at(f float64) (s, first, second float64) {
	s = 1 / (1 + math.Exp(-f))
	first = s / (1 + math.Exp(f))
	return s, first, first * (1 - 2*s)
}

func (logistic) along(s, first, second, f []float64) {
	engine.Sigmoid(s, f)
	for i, v := range f {
		second[i] = -v
	}
	engine.Sigmoid(first, second)
	for i, v := range s {
		first[i] *= v
		second[i] = first[i] * (1 - 2*v)
	}
}

func (logistic) logs(f []float64) { Logit{}.logProbs(f) }

// expectLog is a trapezoidal sum, as those of E log S are: a rule of few nodes would leave more
// than they do where the Gaussian is wide.
func (logistic) expectLog(mean, variance float64) (value, dMean, dVariance float64) {
	v := clampVariance(variance)
	sd := math.Sqrt(v)
	if sd == 0 || math.IsNaN(sd) {
		value, slope, second := logSigmoid(mean + sd)
		return value, slope, 0.5 * second
	}
	return trapezoid(logSigmoid, mean, v, narrowStep(sd))
}

func (logistic) shift([]float64) float64 { return 0 }

func (logistic) least(float64) float64 { return math.Inf(-1) }

func (logistic) top(_, _ float64) float64 { return 0 }

// within divides by the middle of the range where sigma(f) is so small that its powers are 0.
func (l logistic) within(low, high float64) (rate, float64) {
	if low >= -half {
		return l, 0
	}
	factor := 0.5 * (low + min(high, 0))
	return scaledLogistic{l, factor}, factor
}

// scaledLogistic is s = sigma(f) / exp(by).
type scaledLogistic struct {
	logistic
	by float64
}

func (l scaledLogistic) along(s, first, second, f []float64) {
	for i, v := range f {
		log, complement, _ := logSigmoid(v)
		s[i] = math.Exp(log - l.by)
		first[i] = s[i] * complement
		second[i] = first[i] * (2*complement - 1)
	}
}

func (l scaledLogistic) top(mean, variance float64) float64 {
	return min(0, mean+reach*math.Sqrt(variance)) - l.by
}
