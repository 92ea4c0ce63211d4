package gfitc

import (
	"math"

	"gpcbench/gp/likelihood"
	"gpcbench/linalg/engine"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
)

// factors are those of the likelihood: each involves one row and one or two
// latent functions, and has a site for each of these functions. A row has the
// same number of sites as any other; the s-th of row i is element s N + i of
// tau and nu. Factors and sites have the power alpha of power EP.
type factors interface {
	// functions returns, for every site, the latent function that it belongs
	// to.
	functions() []int
	// propose writes to tau and nu the sites that match the moments of the
	// factors, starting from the sites that are there. mean and variance are
	// those of f_i, by function and row, without the part alpha of the sites of the row.
	propose(tau, nu []float64, mean, variance [][]float64)
	// correction returns the sum over factors of (log Z - log Z') / alpha, Z and Z' the
	// integrals of the factor and of its sites, to the power of alpha, under the cavity.
	correction(tau, nu []float64, mean, variance [][]float64) float64
}

// argmax is (1): row i has the factors Theta(f_y - f_k), k != y, which are their own powers.
// Factor j is against class j, from class y on against j + 1; site j is on f_y and site C -
// 1 + j on f_k.
type argmax struct {
	y       []int
	classes int
	alpha   float64

	my, vy, mk, vk  []float64 // cavities of a factor in all rows
	z, value, slope []float64 // (my - mk) / sqrt(vy + vk), log Phi and its derivative there
}

// newArgmax returns the likelihood of rows of classes y.
func newArgmax(y []int, classes int, alpha float64) *argmax {
	n := len(y)
	l := &argmax{y: y, classes: classes, alpha: alpha}
	for _, v := range []*[]float64{&l.my, &l.vy, &l.mk, &l.vk, &l.z, &l.value, &l.slope} {
		*v = make([]float64, n)
	}
	return l
}

// rival returns the class that factor j of a row of class y is against.
func rival(j, y int) int {
	if j < y {
		return j
	}
	return j + 1
}

func (l *argmax) functions() []int {
	var own, other []int
	for j := range l.classes - 1 {
		for _, y := range l.y {
			own = append(own, y)
			other = append(other, rival(j, y))
		}
	}
	return append(own, other...)
}

// passes is how often the factors of a row are gone through in a sweep. They
// share only f_y, so this is cheap and saves sweeps over all rows: three
// passes have nearly the whole effect.
const passes = 3

// proposed is how many rows make one unit of work in a sweep: some ten
// microseconds.
const proposed = 128

// propose goes through blocks of rows, which do not depend on each other.
func (l *argmax) propose(tau, nu []float64, mean, variance [][]float64) {
	n := len(l.y)
	threads.Do((n+proposed-1)/proposed, func(_, block int) {
		l.proposeRows(block*proposed, min(n, (block+1)*proposed), tau, nu, mean, variance)
	})
}

func (l *argmax) proposeRows(from, to int, tau, nu []float64, mean, variance [][]float64) {
	n, factors := len(l.y), l.classes-1
	times := passes
	if factors == 1 {
		times = 1
	}
	for range times {
		for j := range factors {
			l.cavities(j, from, to, tau, nu, mean, variance)
			own, other := j*n, (factors+j)*n
			for i := from; i < to; i++ {
				s := l.vy[i] + l.vk[i]
				first := l.slope[i] / math.Sqrt(s)
				beta := l.slope[i] * (l.z[i] + l.slope[i]) / s
				tau[own+i], nu[own+i] = match(l.alpha, l.my[i], l.vy[i], first, beta)
				tau[other+i], nu[other+i] = match(l.alpha, l.mk[i], l.vk[i], -first, beta)
			}
		}
	}
}

// cavities computes the cavities of factor j in rows [from, to): on f_y the other
// factors' sites remain, on f_k the row has no other.
func (l *argmax) cavities(j, from, to int, tau, nu []float64, mean, variance [][]float64) {
	n := len(l.y)
	for i := from; i < to; i++ {
		y := l.y[i]
		var t, v float64
		for o := range l.classes - 1 {
			if o != j {
				t += tau[o*n+i]
				v += nu[o*n+i]
			}
		}
		k := rival(j, y)
		l.my[i], l.vy[i] = times(mean[y][i], variance[y][i], l.alpha*t, l.alpha*v)
		l.mk[i], l.vk[i] = mean[k][i], variance[k][i]
		l.z[i] = (l.my[i] - l.mk[i]) / math.Sqrt(l.vy[i]+l.vk[i])
	}
	engine.NormalLogCDF(l.value[from:to], l.slope[from:to], l.z[from:to])
}

func (l *argmax) correction(tau, nu []float64, mean, variance [][]float64) float64 {
	var sum float64
	n, factors := len(l.y), l.classes-1
	for j := range factors {
		l.cavities(j, 0, n, tau, nu, mean, variance)
		own, other := j*n, (factors+j)*n
		for i, v := range l.value {
			sum += v/l.alpha - integralOfPower(l.alpha, l.my[i], l.vy[i], tau[own+i], nu[own+i]) - integralOfPower(l.alpha, l.mk[i], l.vk[i], tau[other+i], nu[other+i])
		}
	}
	return sum
}

// probit is Phi(y_i f_i), y_i = +-1, of one latent function.
type probit struct {
	y     []float64
	alpha float64
	tilt  likelihood.PowerProbit // of alpha < 1

	own                  []float64 // y mean, the mean of y f
	value, first, second []float64 // log Z with its derivative by that, and minus the second one
}

// newProbit returns the likelihood of rows of classes y, of which 1 is +1.
func newProbit(y []int, alpha float64) *probit {
	n := len(y)
	l := &probit{y: method.Signs(y), alpha: alpha, tilt: likelihood.PowerProbit{Alpha: alpha}}
	for _, v := range []*[]float64{&l.own, &l.value, &l.first, &l.second} {
		*v = make([]float64, n)
	}
	return l
}

func (l *probit) functions() []int { return make([]int, len(l.y)) }

func (l *probit) propose(tau, nu []float64, mean, variance [][]float64) {
	l.cavities(false, mean[0], variance[0])
	for i, y := range l.y {
		tau[i], nu[i] = match(l.alpha, mean[0][i], variance[0][i], y*l.first[i], l.second[i])
	}
}

// cavities works out the derivatives of log Z of all rows, and log Z itself if whole.
func (l *probit) cavities(whole bool, mean, variance []float64) {
	for i, y := range l.y {
		l.own[i] = y * mean[i]
	}
	switch {
	case l.alpha == 1:
		likelihood.TiltedProbit(l.value, l.first, l.second, l.own, variance)
	case whole:
		l.tilt.Expect(l.value, l.first, l.second, l.own, variance)
	default:
		l.tilt.Expect(nil, l.first, l.second, l.own, variance)
	}
}

func (l *probit) correction(tau, nu []float64, mean, variance [][]float64) float64 {
	l.cavities(true, mean[0], variance[0])
	var sum float64
	for i, v := range l.value {
		sum += v/l.alpha - integralOfPower(l.alpha, mean[0][i], variance[0][i], tau[i], nu[i])
	}
	return sum
}
