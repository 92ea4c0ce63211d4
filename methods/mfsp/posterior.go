package mfsp

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

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
	f.divide(factor)
	return f.given(mat.NewDense(1, n, f.g)), factor, nil
}

// sampled returns the means W'g, S x M, of S draws of g from q(g), and a factor R^-T of
// the covariance B^-1 that v has for each of them. Cost 2 S N M flops and S N draws.
func (f *meanField) sampled(rng *rand.Rand, draws int) (means, factor *mat.Dense) {
	n, m := f.h.Dims()
	g := mat.NewDense(draws, n, nil)
	for s := range draws {
		row := g.RawRowView(s)
		for i, y := range f.y {
			row[i] = f.a[i] + y*f.sigma[i]*aboveNormal(rng, -f.z[i])
		}
	}
	factor = mat.NewDense(m, m, nil)
	addIdentity(factor)
	linalg.SolveLeftT(f.chol, factor)
	return f.given(g), factor
}

// given returns the means B^-1 A'g of v for the rows of g, S x N, as rows of S x M.
func (f *meanField) given(g *mat.Dense) *mat.Dense {
	s, _ := g.Dims()
	_, m := f.h.Dims()
	out := mat.NewDense(s, m, nil)
	linalg.Mul(out, false, false, 1, g, f.h, 0)
	linalg.SolveRight(out, f.chol)
	return out
}

// divide replaces an M x M matrix e by B^-1 e.
func (f *meanField) divide(e *mat.Dense) {
	linalg.SolveLeft(f.chol, e)
	linalg.SolveLeftT(f.chol, e)
}
