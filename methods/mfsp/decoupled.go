package mfsp

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/engine"
)

// decoupled is q(v) = N(m, B^-1) with the bound of section 3.2 that it makes.
type decoupled struct {
	augmented
	m []float64 // the free parameters

	// Of the prior and m: evaluate.
	z, logPhi, rho []float64
	value          float64 // F

	newton newton
}

// newDecoupled returns q(v) at m = 0 of rows of classes y, of which 1 is +1.
func newDecoupled(y []int, pr *sparse.Projection) *decoupled {
	n, m := pr.A.Dims()
	return &decoupled{
		augmented: newAugmented(y, pr), m: make([]float64, m), newton: newNewton(n, m),
		z: make([]float64, n), logPhi: make([]float64, n), rho: make([]float64, n),
	}
}

// prepare works out what depends on the prior alone.
func (d *decoupled) prepare() error { return d.decompose() }

// free returns m.
func (d *decoupled) free() []float64 { return d.m }

// bound returns F.
func (d *decoupled) bound() float64 { return d.value }

// evaluate works out z_n = y_n a_n'm and F. Cost 2 N M flops.
func (d *decoupled) evaluate() {
	linalg.MulVec(d.z, false, 1, d.pr.A, d.m, 0)
	for i, y := range d.y {
		d.z[i] *= y
	}
	engine.NormalLogCDF(d.logPhi, d.rho, d.z)
	d.value = d.rest() - 0.5*linalg.Dot(d.m, d.m)
	for _, l := range d.logPhi {
		d.value += l
	}
}

// direction writes Newton's step dm = (I + A' diag(w) A)^-1 (A'(y o rho) - m), where
// w = rho o (z + rho). moved is how far it takes a mean of g at most.
// Cost N M^2 + M^3/3 flops.
func (d *decoupled) direction(dm []float64) (moved float64, err error) {
	s := &d.newton
	for i, rho := range d.rho {
		s.weight[i], s.rhs[i] = rho*(d.z[i]+rho), d.y[i]*rho
	}
	copy(s.k, d.m)
	linalg.MulVec(s.k, true, 1, d.pr.A, s.rhs, -1)
	if err := s.solve(d.pr.A); err != nil {
		return 0, err
	}
	copy(dm, s.k)
	linalg.MulVec(s.rhs, false, 1, d.pr.A, dm, 0)
	for _, df := range s.rhs {
		moved = max(moved, math.Abs(df))
	}
	return moved, nil
}

// rows writes dF/dA = (y o rho) m' - A B^-1 at fixed q(v) to dst, N x M. Cost N M^2 flops.
func (d *decoupled) rows(dst *mat.Dense) {
	dst.Copy(d.h)
	linalg.SolveRight(dst, d.chol)
	dst.Scale(-1, dst)
	for i, rho := range d.rho {
		d.newton.rhs[i] = d.y[i] * rho
	}
	addOuter(dst, d.newton.rhs, d.m)
}

// gaussian returns the mean m, 1 x M, and a factor of the covariance B^-1 of q(v).
func (d *decoupled) gaussian() (mean, factor *mat.Dense, err error) {
	return mat.NewDense(1, len(d.m), d.m), d.spread(), nil
}
