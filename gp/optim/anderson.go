package optim

import (
	"math"

	"gpcbench/gp/saved"
)

// andersonDepth is the number of earlier points that Anderson looks back to. Five
// gave as few sweeps of EP as ten on the data sets of the benchmark, for half the work.
const andersonDepth = 5

// Anderson speeds up the iteration x <- x + part (G(x) - x) to the fixed point of
// G. It takes the combination of the residuals F = G(x) - x of the last points,
// with coefficients that sum to one, that has the least norm, and steps from the
// same combination of points along it (Anderson, Iterative procedures for
// nonlinear integral equations, Journal of the ACM 12, 1965; Walker & Ni, SIAM
// Journal on Numerical Analysis 49, 2011). The fixed points are those of G.
type Anderson struct {
	Points    [andersonDepth][]float64
	Residuals [andersonDepth][]float64
	Held      int // of the above
	Next      int // to be overwritten
}

// NewAnderson returns the state for n variables.
func NewAnderson(n int) *Anderson {
	a := &Anderson{}
	for i := range andersonDepth {
		a.Points[i], a.Residuals[i] = make([]float64, n), make([]float64, n)
	}
	return a
}

// Fits says whether a checkpoint's a can take the place of b.
func (a *Anderson) Fits(b *Anderson) bool {
	return saved.SameShape(a, b) && a.Held >= 0 && a.Held <= andersonDepth && a.Next >= 0 && a.Next < andersonDepth
}

// Forget drops the points so far.
func (a *Anderson) Forget() { a.Held, a.Next = 0, 0 }

// Step moves x, whose residual is f; unit holds the weights of the elements of
// the residuals in the norm. Cost andersonDepth^2 / 2 passes over x.
func (a *Anderson) Step(x, f, unit []float64, part float64) {
	gamma := a.combination(f, unit)
	keptX, keptF := a.Points[a.Next], a.Residuals[a.Next]
	// The slot to be overwritten is also looked at: move in one pass, element by element.
	for i, xi := range x {
		to := xi + part*f[i]
		for p := range a.Held {
			to -= gamma[p] * (xi - a.Points[p][i] + part*(f[i]-a.Residuals[p][i]))
		}
		keptX[i], keptF[i] = xi, f[i]
		x[i] = to
	}
	a.Next = (a.Next + 1) % andersonDepth
	a.Held = min(a.Held+1, andersonDepth)
}

// combination returns the gamma that minimises the norm of
// f - sum_p gamma_p (f - residuals_p), by the normal equations. Directions that
// are lost to rounding in them get 0.
func (a *Anderson) combination(f, unit []float64) (gamma [andersonDepth]float64) {
	var l [andersonDepth][andersonDepth]float64
	var d [andersonDepth]float64
	for i, fi := range f {
		w := unit[i] * unit[i]
		for p := range a.Held {
			d[p] = fi - a.Residuals[p][i]
		}
		for p := range a.Held {
			wd := w * d[p]
			gamma[p] += wd * fi
			for q := range p + 1 {
				l[p][q] += wd * d[q]
			}
		}
	}
	// Cholesky decomposition and two triangular solves.
	for p := range a.Held {
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
	for p := range a.Held {
		for k := range p {
			gamma[p] -= l[p][k] * gamma[k]
		}
		gamma[p] /= l[p][p]
	}
	for p := a.Held - 1; p >= 0; p-- {
		for k := p + 1; k < a.Held; k++ {
			gamma[p] -= l[k][p] * gamma[k]
		}
		gamma[p] /= l[p][p]
	}
	return gamma
}
