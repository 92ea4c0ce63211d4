package mfsp

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/engine"
)

// meanField is q(g) with what the bound is made of, for the prior as it is.
type meanField struct {
	y  []float64 // +-1
	pr *sparse.Projection
	a  []float64 // the free parameters

	// Of the prior: prepare.
	b     *mat.Dense // M x M, lower triangle: B = I + A'A
	chol  *mat.Dense // M x M: R
	h     *mat.Dense // N x M: H = A R^-T
	c     []float64  // the diagonal of C^-1, 1 / sigma^2
	sigma []float64

	// Of the prior and a: moments.
	z, logGamma, rho []float64
	slope            []float64 // t_n = dG_n / da_n, between 0 and 1
	g, variance      []float64 // means G and variances of g
	hg               []float64 // M: H'G
	solved           []float64 // C^-1 G
	value            float64   // the bound

	newton newtonSpace
}

// newMeanField returns q(g) at a = 0 of rows of classes y, of which 1 is +1.
func newMeanField(y []int, pr *sparse.Projection) *meanField {
	n, m := pr.A.Dims()
	f := &meanField{
		pr: pr, b: mat.NewDense(m, m, nil), chol: mat.NewDense(m, m, nil), h: mat.NewDense(n, m, nil),
		hg: make([]float64, m), newton: newNewtonSpace(n, m),
	}
	for _, v := range []*[]float64{&f.y, &f.a, &f.c, &f.sigma, &f.z, &f.logGamma, &f.rho, &f.slope, &f.g, &f.variance, &f.solved} {
		*v = make([]float64, n)
	}
	for i, class := range y {
		f.y[i] = float64(2*class - 1)
	}
	return f
}

// prepare works out what depends on the prior alone. The error is of a matrix that is
// not finite. Cost 2 N M^2 + M^3/3 flops.
func (f *meanField) prepare() error {
	linalg.MulLower(f.b, true, false, 1, f.pr.A, f.pr.A, 0)
	addIdentity(f.b)
	if err := linalg.Cholesky(f.chol, f.b); err != nil {
		return err
	}
	f.h.Copy(f.pr.A)
	linalg.SolveRightT(f.h, f.chol)
	linalg.RowDots(f.c, f.h, f.h)
	for i, hh := range f.c {
		f.c[i] = max(1-hh, leastC)
		f.sigma[i] = 1 / math.Sqrt(f.c[i])
	}
	return nil
}

// leastC is the rounding of 1 - |h|^2, which is at least one over the largest eigenvalue
// of C.
const leastC = 0x1p-52

// addIdentity adds I to a square matrix.
func addIdentity(a *mat.Dense) {
	n, _ := a.Dims()
	for i := range n {
		a.Set(i, i, a.At(i, i)+1)
	}
}

// moments works out the moments of q(g) for a, and the bound. Cost 4 N M flops.
func (f *meanField) moments() {
	for i, a := range f.a {
		f.z[i] = f.y[i] * a / f.sigma[i]
	}
	engine.NormalLogCDF(f.logGamma, f.rho, f.z)
	for i, s := range f.sigma {
		f.slope[i] = max(0, 1-f.rho[i]*(f.z[i]+f.rho[i]))
		f.g[i] = f.a[i] + f.y[i]*f.rho[i]*s
		f.variance[i] = f.slope[i] * s * s
	}
	linalg.MulVec(f.hg, true, 1, f.h, f.g, 0)
	copy(f.solved, f.g)
	linalg.MulVec(f.solved, false, -1, f.h, f.hg, 1)
	f.value = f.bound()
}

// bound returns F.
func (f *meanField) bound() float64 {
	v := -0.5 * (linalg.LogDet(f.chol) + linalg.Dot(f.g, f.solved))
	for i, rho := range f.rho {
		v += f.logGamma[i] + 0.5*(rho*rho-math.Log(f.c[i])-f.pr.Residual[i])
	}
	return v
}
