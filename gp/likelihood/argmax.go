package likelihood

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// argmax works out which of several independent Gaussians is the largest: see
// the package. It holds space and is not safe for concurrent use.
type argmax struct {
	classes int
	grid    grid

	// Of the classes in grid.class, in that order, at the nodes.
	z     [][]float64 // (t - m_k) / s_k
	ratio [][]float64 // N(t | m_k, v_k) / Phi(z_k)
	mass  []float64   // quadrature weight times prod_k Phi(z_k)
	value []float64
}

// newArgmax returns the space for rows of the given number of classes,
// at least 2.
func newArgmax(classes int) *argmax {
	if classes < 2 {
		panic("likelihood: newArgmax: fewer than two classes")
	}
	return &argmax{classes: classes, z: make([][]float64, classes), ratio: make([][]float64, classes)}
}

// Probabilities writes to dst, n x C, the probability of every class to be the largest, of n
// rows of means and variances, n x C: villacampa2017 (68). Nothing is normalised: rows sum to
// 1 as far as the quadrature is accurate. Variances are at least 0; NaN or infinities in a row
// make its probabilities NaN. A row does not depend on the others. Cost O(C) normal
// distribution functions at each of some 30 to 90 nodes a row, for up to ten classes with
// similar variances; the number of nodes grows with the root of C and with the ratio of
// variances.
func (a *argmax) Probabilities(dst, mean, variance *mat.Dense) {
	n, c := dst.Dims()
	a.check("Probabilities", n, dst, mean, variance)
	for i := range n {
		p := dst.RawRowView(i)
		clear(p)
		if !a.row(mean.RawRowView(i), variance.RawRowView(i)) {
			for k := range c {
				p[k] = math.NaN()
			}
			continue
		}
		for at, k := range a.grid.class {
			for j, h := range a.ratio[at] {
				p[k] += a.mass[j] * h
			}
			p[k] = min(1, p[k])
		}
	}
}

// Derivatives writes to p, length n, the probability of class y[i] to be the
// largest, and its derivatives with respect to the means and variances of all
// classes to dMean and dVariance, n x C. Conditions and cost are those of
// Probabilities. Where p underflows, below 1e-308, it is 0 with derivatives 0.
func (a *argmax) Derivatives(p []float64, dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense) {
	a.check("Derivatives", len(p), dMean, dVariance, mean, variance)
	if len(y) != len(p) {
		panic("likelihood: Derivatives: lengths do not match")
	}
	for i := range p {
		dm, dv := dMean.RawRowView(i), dVariance.RawRowView(i)
		if !a.row(mean.RawRowView(i), variance.RawRowView(i)) {
			p[i] = math.NaN()
			for k := range dm {
				dm[k], dv[k] = math.NaN(), math.NaN()
			}
			continue
		}
		clear(dm)
		clear(dv)
		p[i] = a.derivatives(dm, dv, y[i])
	}
}

// derivatives is Derivatives of the row that a holds, for zeroed dm and dv.
func (a *argmax) derivatives(dm, dv []float64, y int) float64 {
	g := &a.grid
	own := slices.Index(g.class, y)
	if own < 0 {
		return 0
	}
	p, scale := a.integrand(own), 1/g.unit
	for at, k := range g.class {
		if at == own {
			continue
		}
		first, ofK, ofY := a.pair(own, at)
		dm[k] = -scale * first
		dm[y] += scale * first
		dv[k] = -0.5 * scale * scale * ofK
		dv[y] += 0.5 * scale * scale * ofY
	}
	return min(1, p)
}

// integrand makes mass the integrand f = N_y prod_k Phi_k at the nodes, where y is the class at own, and value the sum
// of r_k = N_k/Phi_k of the others. It returns the integral of f.
func (a *argmax) integrand(own int) (p float64) {
	for j, h := range a.ratio[own] {
		a.mass[j] *= h
		p += a.mass[j]
	}
	clear(a.value)
	for at := range a.grid.class {
		if at != own {
			for j, h := range a.ratio[at] {
				a.value[j] += h
			}
		}
	}
	return p
}

// pair returns the integral of e = f r_k, and with it A_k and Y_k, for the class k at the given place: the integral of
// e z/s, with z/s of the wider of the two classes, because the other loses digits, is one of them, and that of
// e (sum_(j != y) r_j - r_k) their sum.
func (a *argmax) pair(own, at int) (first, ofK, ofY float64) {
	g, wide := &a.grid, at
	if g.sd[at] < g.sd[own] {
		wide = own
	}
	var slope, others float64
	f, rest, z := a.mass, a.value, a.z[wide]
	for j, h := range a.ratio[at] {
		e := f[j] * h
		first += e
		slope += e * z[j]
		others += e * (rest[j] - h)
	}
	slope /= g.sd[wide]
	if wide == own {
		return first, others - slope, slope
	}
	return first, slope, others - slope
}

// row lays the grid and fills z, ratio and mass. It returns false if a number
// is not finite.
func (a *argmax) row(mean, variance []float64) bool {
	if !a.grid.lay(mean, variance) {
		return false
	}
	g := &a.grid
	n := len(g.t)
	a.mass, a.value = room(a.mass, n), room(a.value, n)
	clear(a.mass)
	for at := range g.class {
		a.z[at], a.ratio[at] = room(a.z[at], n), room(a.ratio[at], n)
		m, inverse, z, ratio := g.mean[at], 1/g.sd[at], a.z[at], a.ratio[at]
		for j, t := range g.t {
			z[j] = (t - m) * inverse
		}
		engine.NormalLogCDF(a.value, ratio, z)
		for j, v := range a.value {
			a.mass[j] += v
			ratio[j] *= inverse
		}
	}
	engine.Exp(a.mass, a.mass)
	for j, w := range g.w {
		a.mass[j] *= w
	}
	return true
}

// room returns space for n numbers, that of s if it suffices.
func room(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n, max(n, maxUniform))
	}
	return s[:n]
}

func (a *argmax) check(name string, n int, parts ...*mat.Dense) {
	for _, m := range parts {
		if r, c := m.Dims(); r != n || c != a.classes {
			panic("likelihood: " + name + ": shapes do not match")
		}
	}
}
