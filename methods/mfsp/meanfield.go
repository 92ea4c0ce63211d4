package mfsp

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/mcmc"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/engine"
)

// meanField is q(g) with the bound that it makes.
type meanField struct {
	augmented
	a []float64 // the free parameters

	// Of the prior: prepare.
	c     []float64 // the diagonal of C^-1, 1 / sigma^2
	sigma []float64

	// Of the prior and a: moments.
	z, logGamma, rho []float64
	slope            []float64 // t_n = dG_n / da_n, between 0 and 1
	g, variance      []float64 // means G and variances D of g
	hg               []float64 // M: H'G
	solved           []float64 // C^-1 G
	value            float64   // F

	newton newton
	hdh    *mat.Dense // M x M: H'D H
	wg     []float64  // M: W'G
}

// newMeanField returns q(g) at a = 0 of rows of classes y, of which 1 is +1.
func newMeanField(y []int, pr *sparse.Projection) *meanField {
	n, m := pr.A.Dims()
	f := &meanField{
		augmented: newAugmented(y, pr), newton: newNewton(n, m),
		hg: make([]float64, m), hdh: mat.NewDense(m, m, nil), wg: make([]float64, m),
	}
	for _, v := range []*[]float64{&f.a, &f.c, &f.sigma, &f.z, &f.logGamma, &f.rho, &f.slope, &f.g, &f.variance, &f.solved} {
		*v = make([]float64, n)
	}
	return f
}

// free returns a.
func (f *meanField) free() []float64 { return f.a }

// bound returns F.
func (f *meanField) bound() float64 { return f.value }

// leastC is the rounding of 1 - |h|^2, which is at least one over the largest eigenvalue
// of C.
const leastC = 0x1p-52

// prepare works out what depends on the prior alone.
func (f *meanField) prepare() error {
	if err := f.decompose(); err != nil {
		return err
	}
	linalg.RowDots(f.c, f.h, f.h)
	for i, hh := range f.c {
		f.c[i] = max(1-hh, leastC)
		f.sigma[i] = 1 / math.Sqrt(f.c[i])
	}
	return nil
}

// evaluate works out the moments of q(g) for a, and F. Cost 4 N M flops.
func (f *meanField) evaluate() {
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

	f.value = f.rest() - 0.5*linalg.Dot(f.g, f.solved)
	for i, rho := range f.rho {
		f.value += f.logGamma[i] + 0.5*(rho*rho-math.Log(f.c[i]))
	}
}

// direction writes Newton's step da: with w = t / (t + c (1 - t)) and e the derivatives
// of F by G,
//
//	k = (I + A' diag(1 - w) A)^-1 A'(w o e),  da = w o (e + A k) / t.
//
// moved is how far it takes a mean of g, at most, in standard deviations.
// Cost N M^2 + M^3/3 flops.
func (f *meanField) direction(da []float64) (moved float64, err error) {
	s := &f.newton
	for i, c := range f.c {
		t := f.slope[i]
		rest := c * (1 - t) / (t + c*(1-t)) // 1 - w
		da[i] = c*(f.g[i]-f.a[i]) - f.solved[i]
		s.weight[i], s.rhs[i] = rest, (1-rest)*da[i]
	}
	linalg.MulVec(s.k, true, 1, f.pr.A, s.rhs, 0)
	if err := s.solve(f.pr.A); err != nil {
		return 0, err
	}
	linalg.MulVec(da, false, 1, f.pr.A, s.k, 1)
	for i, c := range f.c {
		t := f.slope[i]
		da[i] /= t + c*(1-t)
		moved = max(moved, math.Abs(da[i])*t/f.sigma[i])
	}
	return moved, nil
}

// rows writes dF/dA at fixed moments of g to dst, N x M: with W = H R^-1,
//
//	dF/dA = (C^-1 G) (W'G)' + (D H - H H'D H - H) R^-1.
//
// Cost 4 N M^2 flops.
func (f *meanField) rows(dst *mat.Dense) {
	linalg.WeightedGram(f.hdh, 1, f.h, f.variance, 0, dst)
	for i, v := range f.variance {
		row := dst.RawRowView(i)
		for j, h := range f.h.RawRowView(i)[:len(row)] {
			row[j] = (v - 1) * h
		}
	}
	linalg.Mul(dst, false, false, -1, f.h, f.hdh, 1)
	linalg.SolveRight(dst, f.chol)
	copy(f.wg, f.hg)
	linalg.SolveVecT(f.chol, f.wg)
	addOuter(dst, f.solved, f.wg)
}

// addOuter adds x y' to dst.
func addOuter(dst *mat.Dense, x, y []float64) {
	for i, v := range x {
		row := dst.RawRowView(i)
		for j, w := range y[:len(row)] {
			row[j] += v * w
		}
	}
}

// gaussian returns the mean W'G, 1 x M, and a factor of the covariance B^-1 + W'D W of
// q(v): with B + A'D A = E E' it is B^-1 E, which needs no small difference of large
// numbers. The error is of a matrix that is not finite. Cost N M^2 + 7/3 M^3 flops.
func (f *meanField) gaussian() (mean, factor *mat.Dense, err error) {
	n, m := f.h.Dims()
	factor = mat.DenseCopyOf(f.b)
	linalg.WeightedGram(factor, 1, f.pr.A, f.variance, 1, mat.NewDense(n, m, nil))
	if err := linalg.Cholesky(factor, factor); err != nil {
		return nil, nil, err
	}
	linalg.SolveLeft(f.chol, factor)
	linalg.SolveLeftT(f.chol, factor)
	return f.given(mat.NewDense(1, n, f.g)), factor, nil
}

// sampled returns the means W'g, S x M, of S draws of g from q(g), and a factor of the
// covariance of v that they have in common. Cost 2 S N M flops and S N draws.
func (f *meanField) sampled(rng *rand.Rand, draws int) (means, factor *mat.Dense) {
	g := mat.NewDense(draws, len(f.y), nil)
	for s := range draws {
		row := g.RawRowView(s)
		for i, y := range f.y {
			row[i] = f.a[i] + y*f.sigma[i]*mcmc.NormalAbove(rng, -f.z[i])
		}
	}
	return f.given(g), f.spread()
}
