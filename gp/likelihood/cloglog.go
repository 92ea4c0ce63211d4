package likelihood

import "math"

// Cloglog is p(+1 | f) = 1 - exp(-exp(f)), the inverse of the complementary log-log link
// log(-log(1 - p)) (McCullagh and Nelder, Generalized Linear Models, 1989, section 4.3.1). It is
// the probability that a Poisson count of mean exp(f) is not 0, and approaches 1 much faster than
// 0: p(+1 | 2) = 1 - 6e-4, p(+1 | -2) = 0.13.
type Cloglog struct{}

// Name returns "cloglog".
func (Cloglog) Name() string { return "cloglog" }

// LogProb returns log p(y | f) with its first two derivatives by f. With t = exp(f) that of -1
// is -t, and that of +1
//
//	g = log(1 - exp(-t)),   g' = t/(exp(t) - 1),   g'' = g' (1 - t - g'),
//
// whose series f - t/2 + t^2/24 - t^4/2880 leaves less than rounding where t is small.
func (Cloglog) LogProb(y, f float64) (value, first, second float64) {
	t := math.Exp(f)
	if y < 0 {
		return -t, -t, -t
	}
	if t < 1e-2 {
		u := t * t
		return f - t/2 + u/24 - u*u/2880, 1 - t/2 + u/12 - u*u/720, -t/2 + u/6 - u*u/180
	}
	if t > maxExponent {
		return 0, 0, 0
	}
	first = t / math.Expm1(t)
	return logComplement(-t), first, first * (1 - t - first)
}

// ThirdDerivative returns that of log p(y | f). With g1 and g2 the first and the second derivative that
// of +1 is g2 (1 - t - g1) - g1 (t + g2), with the series -t/2 + t^2/3 - t^4/45 where t is small.
func (c Cloglog) ThirdDerivative(y, f float64) float64 {
	t := math.Exp(f)
	if y < 0 {
		return -t
	}
	if t < 1e-2 {
		u := t * t
		return -t/2 + u/3 - u*u/45
	}
	if t > maxExponent {
		return 0
	}
	_, first, second := c.LogProb(y, f)
	return second*(1-t-first) - first*(t+second)
}

// Expect returns E[log p(y | f)] and its derivatives: see Link. That of -1 is
// -exp(mean + variance/2), which overflows beyond 709. That of +1 is a trapezoidal sum: g is
// analytic, and grows no faster than f, where the imaginary part is below pi/2, as the integrands
// of fineness. Cost 20 to 50 nodes, or 50 times the standard deviation where that is between 1 and 100.
func (c Cloglog) Expect(y, mean, variance float64) (value, dMean, dVariance float64) {
	if y < 0 {
		t := math.Exp(mean + variance/2)
		return -t, -t, -t / 2
	}
	of := func(f float64) (value, first, second float64) { return c.LogProb(y, f) }
	if !(variance > 0) {
		value, first, second := of(mean + variance)
		return value, first, second / 2
	}
	if variance > narrowCloglog {
		return c.expectWide(mean, variance)
	}
	return trapezoid(of, mean, variance, fine.distance(math.Sqrt(variance)))
}

// Expectations does Expect for all rows: see Link.
func (c Cloglog) Expectations(value, dMean, dVariance, y, mean, variance []float64) {
	for i := range y {
		value[i], dMean[i], dVariance[i] = c.Expect(y[i], mean[i], variance[i])
	}
}

// LogPredict returns log E[p(+1 | f)] and log E[p(-1 | f)]: see Link. The smaller of the two is
// computed, and the other is its complement.
func (c Cloglog) LogPredict(mean, variance float64) (plus, minus float64) {
	if plus = c.logMean(1, mean, variance); plus < -math.Ln2 {
		return plus, logComplement(plus)
	}
	minus = c.logMean(-1, mean, variance)
	return logComplement(minus), minus
}

// Predict returns E[p(+1 | f)] and E[p(-1 | f)].
func (c Cloglog) Predict(mean, variance float64) (plus, minus float64) {
	plus, minus = c.LogPredict(mean, variance)
	return math.Exp(plus), math.Exp(minus)
}

// logMean returns log E[p(y | f)], f ~ N(mean, variance). The integrand p(y | mean + sd u) N(u)
// is log-concave, so that the terms of a trapezoidal sum fall to either side of its mode, and its
// width there, one over the root of the curvature of its logarithm, sets the distance of nodes.
// They are closer than fineness has them, because the mean of p(-1 | f) may be small against that
// of its absolute value where the imaginary part is near pi/2.
func (c Cloglog) logMean(y, mean, variance float64) float64 {
	if !(variance > 0) {
		value, _, _ := c.LogProb(y, mean+variance)
		return value
	}
	if variance > narrowCloglog && math.Abs(mean) < variance/2 {
		return c.logMeanWide(y, mean, variance)
	}
	const closer = 0.7
	sd := math.Sqrt(variance)
	mode := c.mode(y, mean, sd)
	_, _, second := c.LogProb(y, mean+sd*mode)
	h := closer * fine.distance(sd/math.Sqrt(1-variance*second)) / sd
	log := func(k int) float64 {
		u := mode + float64(k)*h
		value, _, _ := c.LogProb(y, mean+sd*u)
		return value - 0.5*u*u
	}
	top, sum := log(0), 1.0
	for _, side := range []int{-1, 1} {
		for k, term := side, 1.0; term > 1e-18; k += side {
			term = math.Exp(log(k) - top)
			sum += term
		}
	}
	return top + math.Log(sum*h) - logSqrt2Pi
}

// mode returns where p(y | mean + sd u) N(u) is largest: u = sd g'(mean + sd u). That of +1 has
// g' between 0 and 1; that of -1 is -W(z)/sd with z = variance exp(mean), and Lambert's
// W(z) <= log(1 + z).
func (c Cloglog) mode(y, mean, sd float64) float64 {
	low, high := 0.0, sd
	if y < 0 {
		low, high = -(max(0, mean+2*math.Log(sd))+math.Ln2)/sd, 0
	}
	for range 50 {
		mid := 0.5 * (low + high)
		if _, slope, _ := c.LogProb(y, mean+sd*mid); mid < sd*slope {
			low = mid
		} else {
			high = mid
		}
	}
	return 0.5 * (low + high)
}
