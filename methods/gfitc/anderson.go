package gfitc

import "math"

// depth is the number of earlier sweeps that anderson looks back to. Five gave
// as few sweeps as ten on the data sets of the benchmark, for half the work.
const depth = 5

// anderson speeds up the iteration x <- x + part (G(x) - x) to the fixed point of
// G: of the residuals F = G(x) - x of the last sweeps it takes the combination,
// with coefficients that sum to one, of the least norm, and steps from the same
// combination of points along it (Anderson, Iterative procedures for nonlinear
// integral equations, Journal of the ACM 12, 1965; Walker & Ni, SIAM Journal on
// Numerical Analysis 49, 2011). The fixed points are those of G.
type anderson struct {
	points    [depth][]float64
	residuals [depth][]float64
	held      int // of the above
	next      int // to be overwritten
}

func newAnderson(size int) *anderson {
	a := &anderson{}
	for i := range depth {
		a.points[i], a.residuals[i] = make([]float64, size), make([]float64, size)
	}
	return a
}

// forget drops the sweeps so far.
func (a *anderson) forget() { a.held, a.next = 0, 0 }

// step moves x, whose residual is f; unit is what the elements of the residuals
// are weighed with in the norm. Cost depth^2 / 2 passes over x.
func (a *anderson) step(x, f, unit []float64, part float64) {
	gamma := a.combination(f, unit)
	keptX, keptF := a.points[a.next], a.residuals[a.next]
	// The slot to be overwritten is also looked at: move in one pass, element by element.
	for i, xi := range x {
		to := xi + part*f[i]
		for p := range a.held {
			to -= gamma[p] * (xi - a.points[p][i] + part*(f[i]-a.residuals[p][i]))
		}
		keptX[i], keptF[i] = xi, f[i]
		x[i] = to
	}
	a.next = (a.next + 1) % depth
	a.held = min(a.held+1, depth)
}

// combination returns the gamma that minimises the norm of
// f - sum_p gamma_p (f - residuals_p), by the normal equations. Directions that
// are lost to rounding in them get 0.
func (a *anderson) combination(f, unit []float64) (gamma [depth]float64) {
	var l [depth][depth]float64
	var d [depth]float64
	for i, fi := range f {
		w := unit[i] * unit[i]
		for p := range a.held {
			d[p] = fi - a.residuals[p][i]
		}
		for p := range a.held {
			wd := w * d[p]
			gamma[p] += wd * fi
			for q := range p + 1 {
				l[p][q] += wd * d[q]
			}
		}
	}
	// Cholesky decomposition and two triangular solves.
	for p := range a.held {
		whole := l[p][p]
		for q := range p {
			for k := range q {
				l[p][q] -= l[p][k] * l[q][k]
			}
			l[p][q] /= l[q][q]
			l[p][p] -= l[p][q] * l[p][q]
		}
		if l[p][p] > 1e-12*whole {
			l[p][p] = math.Sqrt(l[p][p])
		} else {
			l[p][p] = math.Inf(1)
		}
	}
	for p := range a.held {
		for k := range p {
			gamma[p] -= l[p][k] * gamma[k]
		}
		gamma[p] /= l[p][p]
	}
	for p := a.held - 1; p >= 0; p-- {
		for k := p + 1; k < a.held; k++ {
			gamma[p] -= l[k][p] * gamma[k]
		}
		gamma[p] /= l[p][p]
	}
	return gamma
}
