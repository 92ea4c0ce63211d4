package likelihood

import (
	"math"
	"sync"

	"gpcbench/gp/quad"
)

const (
	// reach is the distance, in standard deviations, beyond which a Gaussian is
	// ignored: that is 2e-17 of it.
	reach = 8.5
	// underflow is where the normal distribution function underflows.
	underflow = 39
	// leastSD is the least standard deviation, as a part of the largest one. A smaller one
	// would change probabilities by 1e-10, its square, and lose more than that to rounding. But
	// if two classes have a smaller one, beside a third, their probabilities are wrong unless
	// their means are further apart than that.
	leastSD = 1e-5

	// step is the distance of the nodes of a uniform grid in units of the standard
	// deviation of the product of all densities: the trapezoidal rule then errs by
	// exp(-2 pi^2/step^2) = 1e-12 of the integral.
	step       = 0.85
	maxUniform = 256 // nodes beyond which panels are cheaper

	// panelWidth is the width of a Gauss-Legendre panel in the same unit. A panel beyond
	// reach of a Gaussian may be wider by the fraction away of its distance to it.
	panelWidth = 6
	away       = 0.12
	panelNodes = 16
)

var panelRule = sync.OnceValue(func() quad.Rule { return quad.GaussLegendre(panelNodes) })

// grid is the common quadrature of all classes of a row. It is written in units of
// the largest standard deviation, from the largest mean.
type grid struct {
	unit     float64
	class    []int     // the classes that can be the largest
	mean, sd []float64 // of these
	t, w     []float64 // nodes and weights
}

// lay builds the grid of a row. It returns false if a number is not
// finite.
func (g *grid) lay(mean, variance []float64) bool {
	top, widest, sum := 0, 0.0, 0.0
	for k, m := range mean {
		if m > mean[top] {
			top = k
		}
		widest = max(widest, variance[k])
		sum += math.Abs(m) + math.Abs(variance[k])
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return false
	}
	g.unit = max(math.Sqrt(widest), 1e-150)
	g.class, g.mean, g.sd = g.class[:0], g.mean[:0], g.sd[:0]
	topSD := max(math.Sqrt(max(0, variance[top]))/g.unit, leastSD)
	for k := range mean {
		m, sd := (mean[k]-mean[top])/g.unit, max(math.Sqrt(max(0, variance[k]))/g.unit, leastSD)
		if -m <= underflow*math.Sqrt(topSD*topSD+sd*sd) {
			g.class, g.mean, g.sd = append(g.class, k), append(g.mean, m), append(g.sd, sd)
		}
	}
	lo, hi := g.bounds()
	precision := 0.0
	for _, s := range g.sd {
		precision += 1 / (s * s)
	}
	g.t, g.w = g.t[:0], g.w[:0]
	if h := step / math.Sqrt(precision); hi-lo <= h*(maxUniform-1) {
		for j := range int(math.Ceil((hi-lo)/h)) + 1 {
			g.t, g.w = append(g.t, lo+h*float64(j)), append(g.w, h)
		}
		return true
	}
	g.panels(lo, hi)
	return true
}

// bounds returns an interval outside of which no integrand has more than about 1e-16
// of its integral.
//
// Every integrand f_y = N(t | m_y, v_y) prod_{k != y} Phi((t - m_k)/s_k) is
// log-concave. As N(z)/Phi(z) >= -z, its mode is not below m_y nor below the mode
// of N_y N_k, for any k. The second derivative of its logarithm is -1/v_y or less,
// and -1/v_y - 0.63/v_k or less where t < m_k. Here k is the class of the largest
// mean and the one whose Phi is the last to rise. Above all means prod Phi lies
// between 2^(1-C) and 1, so the tail is that of N_y beyond the largest mean, which
// is 0 here.
func (g *grid) bounds() (lo, hi float64) {
	top, last := 0, 0
	for k, m := range g.mean {
		if m > g.mean[top] {
			top = k
		}
		if m-reach*g.sd[k] > g.mean[last]-reach*g.sd[last] {
			last = k
		}
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for y, m := range g.mean {
		v, mode := g.sd[y]*g.sd[y], m
		for _, k := range [...]int{top, last} {
			other := g.sd[k] * g.sd[k]
			mode = max(mode, (m*other+g.mean[k]*v)/(v+other))
		}
		low := mode - reach*g.sd[y]
		for _, k := range [...]int{top, last} {
			if k != y {
				low = max(low, min(mode, g.mean[k])-reach/math.Sqrt(1/v+0.63/(g.sd[k]*g.sd[k])))
			}
		}
		lo, hi = min(lo, low), max(hi, m+math.Sqrt(m*m+reach*reach*v))
	}
	return lo, hi
}

// panels covers [lo, hi] with panels that are narrow where a Gaussian is.
func (g *grid) panels(lo, hi float64) {
	r := panelRule()
	for lo < hi {
		precision := 0.0
		for k, m := range g.mean {
			s := g.sd[k]
			s += away * max(0, math.Abs(lo-m)-reach*s)
			precision += 1 / (s * s)
		}
		width := min(panelWidth/math.Sqrt(precision), hi-lo)
		for j, x := range r.X {
			g.t, g.w = append(g.t, lo+0.5*width*(1+x)), append(g.w, width*r.W[j])
		}
		lo += width
	}
}
