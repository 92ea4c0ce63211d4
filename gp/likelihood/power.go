package likelihood

import (
	"math"
	"slices"

	"gpcbench/linalg/engine"
)

// PowerProbit computes what power EP (Minka, Power EP, 2004) needs of Phi(z)^alpha, 0 < alpha <= 1,
// under Gaussians: the logarithm of
//
//	Z(m, v) = E_{N(z | m, v)} Phi(z)^alpha,
//
// its derivative by m, and minus the second one. With alpha = 1 they have the closed form of
// TiltedProbit, which this does not use. It holds space.
//
// With psi = log Phi and E~ the expectation under N(z | m, v) Phi(z)^alpha / Z, by parts
//
//	d log Z / dm      = alpha E~ psi',
//	-d^2 log Z / dm^2 = -alpha E~ psi'' - alpha^2 var~ psi',
//
// which lose no digits where alpha is small. Nor does log Z, which is log(1 + E[Phi^alpha - 1])
// where Z is not small.
//
// The expectations are sums over Gauss-Legendre panels of 16 nodes. Phi^alpha has branch points at
// the zeros of Phi, -1.9 +- 2.8i and beyond along the directions of 135 degrees, and to the left of 0
// it falls as a Gaussian of variance 1/alpha. So panels are five standard deviations wide, to the
// left of 0 those of the product, but not wider than 4 or than their distance from 0. Relative errors
// are below 1e-11, and the cost is some 70 to 400 values of log Phi a row.
type PowerProbit struct {
	Alpha float64

	u, z       []float64 // nodes, from the mean and from 0
	width      []float64 // their weights
	psi, slope []float64 // log Phi and its derivative there
	log        []float64 // the logarithm of the integrand, but for a constant, then the integrand
}

// Expect writes log Z, its derivative by m and minus the second one for rows of those means and
// variances to value, first and second. value may be nil.
func (p *PowerProbit) Expect(value, first, second, mean, variance []float64) {
	for i, m := range mean {
		var v float64
		v, first[i], second[i] = p.expect(m, variance[i], value != nil)
		if value != nil {
			value[i] = v
		}
	}
}

// expect is Expect of one row, with log Z or without.
func (p *PowerProbit) expect(mean, variance float64, whole bool) (value, first, second float64) {
	sd := math.Sqrt(max(variance, 0))
	if sum := mean + sd; math.IsNaN(sum) || math.IsInf(sum, 0) {
		return math.NaN(), math.NaN(), math.NaN()
	}
	if sd <= 1e-12*(1+math.Abs(mean)) { // nodes would coincide
		v, s, c := logNormalCDF(mean)
		return p.Alpha * v, p.Alpha * s, -p.Alpha * c
	}
	p.lay(mean, sd)
	engine.NormalLogCDF(p.psi, p.slope, p.z)
	top := math.Inf(-1)
	for j, u := range p.u {
		d := u / sd
		p.log[j] = p.Alpha*p.psi[j] - 0.5*d*d
		top = max(top, p.log[j])
	}
	for j := range p.log {
		p.log[j] -= top
	}
	engine.Exp(p.log, p.log)
	var sum, slope, square, curvature float64
	for j, s := range p.slope {
		w := p.width[j] * p.log[j]
		sum += w
		slope += w * s
		square += w * s * s
		curvature += w * min(max(s*(s+p.z[j]), 0), 1)
	}
	if whole {
		if value = math.Log(sum/sd) - logSqrt2Pi + top; value > -0.5 {
			value = p.lessThanOne(sd)
		}
	}
	slope, square, curvature = slope/sum, square/sum, curvature/sum
	return value, p.Alpha * slope, p.Alpha * (curvature - p.Alpha*max(0, square-slope*slope))
}

// lessThanOne returns log Z as log(1 - E[1 - Phi^alpha]).
func (p *PowerProbit) lessThanOne(sd float64) float64 {
	for j, u := range p.u {
		d := u / sd
		p.log[j] = -0.5 * d * d
	}
	engine.Exp(p.log, p.log)
	var sum float64
	for j, w := range p.width {
		sum += w * p.log[j] * math.Expm1(p.Alpha*p.psi[j])
	}
	return math.Log1p(sum / sd * math.Exp(-logSqrt2Pi))
}

// lay makes the panels that contain all but 1e-16 of the integral of N(z | mean, sd^2), with and
// without Phi^alpha. Both are log-concave with at least the curvature of the Gaussian, and the mode
// of the product lies above mean.
func (p *PowerProbit) lay(mean, sd float64) {
	p.u, p.z, p.width = p.u[:0], p.z[:0], p.width[:0]
	left := 1 / math.Sqrt(1/(sd*sd)+p.Alpha) // standard deviation of the product far below 0
	at, end := -reach*sd, p.mode(mean, sd)-mean+reach*sd
	rule := panelRule()
	for at < end {
		z := mean + at
		width := min(5*sd, max(4, z))
		if z < 0 {
			width = min(5*left, max(4, -0.5*z))
		}
		width = min(width, end-at)
		n := len(p.u)
		p.u, p.z, p.width = append(p.u, rule.X...), append(p.z, rule.X...), append(p.width, rule.W...)
		us, zs, widths := p.u[n:], p.z[n:], p.width[n:]
		for k, x := range us {
			u := at + 0.5*width*(1+x)
			us[k], zs[k] = u, mean+u
			widths[k] *= width
		}
		at += width
	}
	n := len(p.z)
	for _, v := range []*[]float64{&p.psi, &p.slope, &p.log} {
		*v = slices.Grow((*v)[:0], n)[:n]
	}
}

// mode returns where N(z | mean, sd^2) Phi(z)^alpha is largest, to a tenth of sd: the zero of
// (z - mean)/sd^2 - alpha psi'(z), which rises and is concave, so that Newton's method comes to it
// from below.
func (p *PowerProbit) mode(mean, sd float64) float64 {
	z := mean
	for range 100 {
		_, slope, curvature := logNormalCDF(z)
		step := (p.Alpha*slope - (z-mean)/(sd*sd)) / (1/(sd*sd) - p.Alpha*curvature)
		z += step
		if step <= 0.1*sd {
			break
		}
	}
	return z
}
