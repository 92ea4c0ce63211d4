package ep

import (
	"math"

	"gpcbench/gp/likelihood"
	"gpcbench/linalg/engine"
)

// The two latent functions that a factor (i, k) involves: that of class k,
// and that of the row's own class.
const (
	other = iota
	own
	sides
)

// marginals are mean and variance of a_i'v at b rows for one latent function,
// and the variance of f_i given v.
type marginals struct{ mean, variance, residual []float64 }

// factors are the b(C - 1) factors of a batch, in the slots of sites, with what
// (34) and its derivatives need.
type factors struct {
	b, classes int
	y          []int
	power      float64                // alpha
	tilt       likelihood.PowerProbit // of power < 1

	// The cavity, projected on a_i: its variance and mean, and 1 - alpha C1 h, the
	// share of its precision along a_i; 1 for tied factors, which are removed
	// beforehand.
	variance, mean, share [sides][]float64

	ok    []bool    // whether there is a factor, with a cavity
	total []float64 // b_y + b_k, of power < 1 r_y + r_k
	alpha []float64 // of power < 1 the mean of z = (a_y'v - a_k'v) / sqrt(total)
	logZ  []float64
	slope []float64 // beta, of power < 1 the derivative of log Z by the mean of z

	spread    []float64 // of power < 1: the variance of z
	curvature []float64 // of power < 1: minus the second derivative of log Z by the mean of z

	skipped int // factors without a cavity
}

func newFactors(b, classes int, power float64) *factors {
	n := b * classes
	f := &factors{b: b, classes: classes, power: power, tilt: likelihood.PowerProbit{Alpha: power}, y: make([]int, b), ok: make([]bool, n)}
	for _, s := range []*[]float64{&f.total, &f.alpha, &f.logZ, &f.slope} {
		*s = make([]float64, n)
	}
	if power < 1 {
		f.spread, f.curvature = make([]float64, n), make([]float64, n)
	}
	for side := range sides {
		f.variance[side], f.mean[side], f.share[side] = make([]float64, n), make([]float64, n), make([]float64, n)
	}
	return f
}

// remove computes all cavities and log Z_{i,k}, (29) to (38), from the
// marginals of q, by class. A factor whose cavity has no positive variance is
// skipped and counted in skipped. If s is nil, the marginals are already
// those of the cavity.
//
// The formulas (29) to (32) are singular at C1 = 0; with h = a'V a, mu = a'm
//
//	h^cav = h / (1 - C1 h),  mu^cav = (mu - C2 h) / (1 - C1 h),
//
// C1 and C2 alpha times those of s in power EP.
func (f *factors) remove(q []marginals, s *sites) {
	f.skipped = 0
	for k := range f.classes {
		for i, y := range f.y {
			at := k*f.b + i
			f.ok[at], f.alpha[at] = false, 0
			if k == y {
				continue
			}
			total, good := 0.0, true
			for side, c := range [sides]int{k, y} {
				h, mu, share := q[c].variance[i], q[c].mean[i], 1.0
				if s != nil {
					share = 1 - f.power*s.Prec[side][at]*h
					mu = (mu - f.power*s.Shift[side][at]*h) / share
					h /= share
					good = good && share > 0
				}
				f.variance[side][at], f.mean[side][at], f.share[side][at] = h, mu, share
				total += h + q[c].residual[i]
			}
			alpha := (f.mean[own][at] - f.mean[other][at]) / math.Sqrt(total)
			if !good || !(total > 0) || math.IsNaN(alpha) || math.IsInf(alpha, 0) {
				f.skipped++
				continue
			}
			f.ok[at], f.total[at], f.alpha[at] = true, total, alpha
			if f.power < 1 {
				f.scaleByResidual(at, q[k].residual[i]+q[y].residual[i])
			}
		}
	}
	if f.power < 1 {
		f.tilt.Expect(f.logZ, f.slope, f.curvature, f.alpha, f.spread)
		return
	}
	engine.NormalLogCDF(f.logZ, f.slope, f.alpha)
}

// leastResidual is the least r_y + r_k in power EP, as a part of the cavities' variances: without
// residual variance (6) is a step, and all its powers are the same.
const leastResidual = 1e-10

// scaleByResidual replaces the standardised difference in a slot by (a_y'v - a_k'v) / sqrt(r_y +
// r_k), for a power of Phi of it.
func (f *factors) scaleByResidual(at int, residual float64) {
	total := f.total[at]
	residual = max(residual, leastResidual*total)
	f.alpha[at] *= math.Sqrt(total / residual)
	f.total[at], f.spread[at] = residual, max(total/residual-1, 0)
}

// slopes returns scale/alpha times the derivatives of log Z of a slot by the difference of the means,
// by the sum of the variances of the cavities and by that of the residual variances. With a and b the
// mean and variance of z and rho = r_y + r_k the last is
//
//	(-a/2 dlogZ/da - b dlogZ/db) / rho,  dlogZ/db = ((dlogZ/da)^2 + d^2logZ/da^2) / 2.
func (f *factors) slopes(at int, scale float64) (mean, variance, residual float64) {
	slope, total := f.slope[at], f.total[at]
	if f.power == 1 {
		e := -0.5 * scale * slope * f.alpha[at] / total
		return scale * slope / math.Sqrt(total), e, e
	}
	scale /= f.power
	byVariance := 0.5 * (slope*slope - f.curvature[at])
	return scale * slope / math.Sqrt(total), scale * byVariance / total,
		scale * (-0.5*f.alpha[at]*slope - f.spread[at]*byVariance) / total
}

// update replaces the factors by rho times those that match the moments, (48),
// (49), (52) and (53), plus 1 - rho times what they are. (53) is printed
// without the minus signs of its terms in beta.
func (f *factors) update(s *sites, rho float64) {
	for k := range f.classes {
		for i := range f.y {
			at := k*f.b + i
			if !f.ok[at] {
				continue
			}
			for side, new := range f.matched(at) {
				s.Prec[side][at] += rho * (new[0] - s.Prec[side][at])
				s.Shift[side][at] += rho * (new[1] - s.Shift[side][at])
			}
		}
	}
}

// matched returns C1 and C2 of both sides of the factor in a slot.
func (f *factors) matched(at int) (out [sides][2]float64) {
	beta, alpha, total := f.slope[at], f.alpha[at], f.total[at]
	w := min(max(beta*(beta+alpha), 0), 1) / total // minus the second derivative by the mean
	if f.power < 1 {
		w = f.curvature[at] / total
	}
	g := beta / math.Sqrt(total)
	for side, sign := range [sides]float64{-1, 1} {
		h := f.variance[side][at]
		c1 := w / (1 - w*h)
		out[side] = [2]float64{c1 / f.power, (sign*g*(1+c1*h) + c1*f.mean[side][at]) / f.power}
	}
	return out
}

// value returns the sum of log Z_{i,k} and, for sites s that are not nil, of the
// rest of log s~ of (61), which as printed is 0:
//
//	log s~ = log Z + sum_c 1/2 [-log(1 - C1 h) + (C1 mu^2 - 2 C2 mu + C2^2 h) / (1 - C1 h)],
//
// in power EP of the powers, divided by alpha.
func (f *factors) value(q []marginals, s *sites) float64 {
	var sum float64
	for k := range f.classes {
		for i, y := range f.y {
			at := k*f.b + i
			if !f.ok[at] {
				continue
			}
			sum += f.logZ[at] / f.power
			if s == nil {
				continue
			}
			product, logs := 1.0, 0.0 // of share, and the sum of its logarithms
			for side, c := range [sides]int{k, y} {
				h, mu := q[c].variance[i], q[c].mean[i]
				c1, c2, share := s.Prec[side][at], s.Shift[side][at], f.share[side][at]
				sum += 0.5 * (c1*mu*mu - 2*c2*mu + f.power*c2*c2*h) / share
				product *= share
				if f.power < 1 {
					logs += math.Log1p(-f.power * c1 * h)
				}
			}
			if f.power == 1 {
				logs = math.Log(product)
			}
			sum -= 0.5 * logs / f.power
		}
	}
	return sum
}

// weights are derivatives of sum_{i,k} log Z_{i,k} at fixed cavities, for one
// class by row: g by a_i'm, h by a_i'V a_i and e by var(f_i | u), where m and V
// are of q, or of the cavity if factors are tied.
type weights struct{ g, h, e []float64 }

// derivatives writes scale/alpha times the derivatives of sum log Z_{i,k} to w, by
// class. A cavity has mean m + V a t and covariance V / (1 - C1 h) along a, with t
// = (C1 mu - C2) / (1 - C1 h), so h = g t / 2 + e / (1 - C1 h) carries the effect
// of moving a.
func (f *factors) derivatives(w []weights, q []marginals, s *sites, scale float64) {
	f.each(w, scale, func(side, c, i, at int, g, e float64) (byMean, byVariance float64) {
		if s == nil {
			return g, e
		}
		return g, (0.5*g*f.power*(s.Prec[side][at]*q[c].mean[i]-s.Shift[side][at]) + e) / f.share[side][at]
	})
}

// totals writes the derivatives of value by mean and variance of a_i'v under q
// to g and h, and by var(f_i | u) to e, at fixed C1 and C2.
func (f *factors) totals(w []weights, q []marginals, s *sites) {
	f.each(w, 1, func(side, c, i, at int, g, e float64) (byMean, byVariance float64) {
		c1, share := s.Prec[side][at], f.share[side][at]
		t := (c1*q[c].mean[i] - s.Shift[side][at]) / share
		return g/share + t, (g*f.power*t+e/share)/share + 0.5*(c1/share+f.power*t*t)
	})
}

// each writes to w what chain makes of scale/alpha times the derivatives of every log Z_{i,k} that
// has a cavity: g by the mean and e by the variance of one side of its difference. That side is the
// function of class c, and at is the position of the factor.
func (f *factors) each(w []weights, scale float64, chain func(side, c, i, at int, g, e float64) (byMean, byVariance float64)) {
	for _, c := range w {
		clear(c.g)
		clear(c.h)
		clear(c.e)
	}
	for k := range f.classes {
		for i, y := range f.y {
			at := k*f.b + i
			if !f.ok[at] {
				continue
			}
			first, e, residual := f.slopes(at, scale)
			for side, c := range [sides]int{k, y} {
				g := first
				if side == other {
					g = -first
				}
				byMean, byVariance := chain(side, c, i, at, g, e)
				w[c].g[i] += byMean
				w[c].h[i] += byVariance
				w[c].e[i] += residual
			}
		}
	}
}
