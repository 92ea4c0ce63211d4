package likelihood

import "math"

const (
	// narrowCloglog is the variance above which the nodes of Expect and logMean are no longer laid along the
	// Gaussian, whose deviations they would number fifty each.
	narrowCloglog = 1e4
	// wideWidth is the width of the functions that have a closed form, close to the link, and wideFrom and
	// wideTo are where the difference to them is negligible.
	wideWidth, wideFrom, wideTo = 1.6, -60, 18
	cloglogStep                 = 0.25
)

// alongCloglog calls f with nodes where the link changes and their weights, the step times N(x | mean, variance) over
// N(0 | mean, variance).
func alongCloglog(mean, variance float64, f func(x, weight float64)) {
	for x := float64(wideFrom); x <= wideTo; x += cloglogStep {
		f(x, cloglogStep*math.Exp((mean-0.5*x)*x/variance))
	}
}

// expectWide is Expect of +1 for large variances. log p(+1 | f) is close to E min(f + w z, 0), z ~ N(0, 1), whose
// expectation is that of the width s = sqrt(w^2 + variance),
//
//	m Phi(-m/s) - s N(m/s),   Phi(-m/s),   -N(m/s)/s
//
// with its first two derivatives by m. What is left decays within some 40 to either side of 0.
func (c Cloglog) expectWide(mean, variance float64) (value, dMean, dVariance float64) {
	value, dMean, dVariance = blurredMin(mean, math.Sqrt(wideWidth*wideWidth+variance))
	density := math.Exp(-0.5*mean*mean/variance-logSqrt2Pi) / math.Sqrt(variance)
	var rest, first, second float64
	alongCloglog(mean, variance, func(x, weight float64) {
		log, slope, curve := c.LogProb(1, x)
		v, d, d2 := blurredMin(x, wideWidth)
		rest, first, second = rest+weight*(log-v), first+weight*(slope-d), second+weight*(curve-d2)
	})
	return value + density*rest, dMean + density*first, 0.5 * (dVariance + density*second)
}

// blurredMin returns E min(m + s z, 0), z ~ N(0, 1), and its first two derivatives by m.
func blurredMin(m, s float64) (value, first, second float64) {
	z := m / s
	below, density := 0.5*math.Erfc(z/math.Sqrt2), math.Exp(-0.5*z*z-logSqrt2Pi)
	return m*below - s*density, below, -density / s
}

// logMeanWide is logMean for variances so large that the Gaussian hardly changes where the link does: p(y | f) is
// Phi(y f/w), whose expectation is Phi(y m/sqrt(w^2 + variance)), and what decays to either side of 0.
func (c Cloglog) logMeanWide(y, mean, variance float64) float64 {
	closed, _, _ := logNormalCDF(y * mean / math.Sqrt(wideWidth*wideWidth+variance))
	atZero := -0.5*mean*mean/variance - 0.5*math.Log(variance) - logSqrt2Pi
	sum := 0.0
	alongCloglog(mean, variance, func(x, weight float64) {
		log, _, _ := c.LogProb(y, x)
		sum += weight * (math.Exp(log) - 0.5*math.Erfc(-y*x/(wideWidth*math.Sqrt2)))
	})
	return closed + math.Log1p(math.Exp(atZero-closed)*sum)
}
