package scmgpc

import "math"

const (
	// newtonSteps is more than a solution takes from where it is looked for.
	newtonSteps = 50
	// nearOne is the -log A below which the slope has too few digits left.
	nearOne = 1e-6
	// epsilon is the least -log A: sums of numbers just below 1 may be rounded to 1.
	epsilon = 0x1p-52
	// newtonTolerance is how far the last step goes, of x.
	newtonTolerance = 1e-13
)

// derived returns the x that solves x = logA + psi(1 + e^x), for logA < 0.
//
// The difference of sides has the slope 1 - e^x psi'(1 + e^x), which is positive: psi'(1 +
// k) is below 1/k. For large k = e^x, psi(1 + k) is nearly log(k + 1/2), which gives
// k = A / (2 (1 - A)) and is where the search starts. Near A = 1 the slope is lost to rounding,
// and k = -1/(2 log A) - 1/6 is good to log^2 A.
func derived(logA float64) float64 {
	if logA > -nearOne {
		return math.Log(0.5/max(-logA, epsilon) - 1./6)
	}
	x := logA - math.Log(2*-math.Expm1(logA))
	return newton(x, func(x float64) (value, slope float64) {
		k := math.Exp(x)
		psi, slope := polygamma(1 + k)
		return x - logA - psi, 1 - k*slope
	})
}

// printed returns the x that solves x = logCCA - log Gamma(1 + e^x) - 1 - e^x + e^x psi(1 + e^x).
//
// The slope of the difference of sides is 1 + k (1 - k psi'(1 + k)), k = e^x, between 1 and
// 3/2, and for large k the equation is 3/2 x = logCCA - log(2 pi)/2 - 1/2 + O(1/k). The search
// starts from a third below that.
func printed(logCCA float64) float64 {
	x := logCCA - 1
	if x > 0 {
		x = (logCCA - 0.5*math.Log(2*math.Pi) - 1) / 1.5
	}
	return newton(x, func(x float64) (value, slope float64) {
		k := math.Exp(x)
		psi, slope := polygamma(1 + k)
		return x - logCCA + logGamma(1+k) + 1 + k - k*psi, 1 + k*(1-k*slope)
	})
}

// newton returns the zero of a growing function, from x on.
func newton(x float64, f func(x float64) (value, slope float64)) float64 {
	for range newtonSteps {
		value, slope := f(x)
		step := value / slope
		x -= step
		if math.Abs(step) <= newtonTolerance*(1+math.Abs(x)) {
			break
		}
	}
	return x
}

// asymptotic is from where the series of polygamma are good to 1e-16 with the terms they have.
const asymptotic = 10

// polygamma returns psi(x) and its derivative psi'(x) for x > 0, by recurrence up to where
// the asymptotic series hold. gonum's Digamma is good to 5e-11 only, and the search for
// alpha is nothing but such calls.
func polygamma(x float64) (psi, slope float64) {
	for x < asymptotic {
		psi -= 1 / x
		slope += 1 / (x * x)
		x++
	}
	r := 1 / x
	q := r * r
	psi += math.Log(x) - 0.5*r - q*(1./12-q*(1./120-q*(1./252-q*(1./240-q*(1./132-q*(691./32760-q/12))))))
	slope += r + 0.5*q + r*q*(1./6-q*(1./30-q*(1./42-q*(1./30-q*(5./66-q*(691./2730-q*7/6))))))
	return psi, slope
}

// logGamma returns log Gamma(x) for x >= 1.
func logGamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}
