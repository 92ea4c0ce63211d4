package mfsp

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// augmented is what the bounds have of the prior of g: C = I + A A', by what is M x M.
type augmented struct {
	y  []float64 // the classes, +-1
	pr *sparse.Projection

	b    *mat.Dense // M x M, lower triangle: B = I + A'A
	chol *mat.Dense // M x M: R
	h    *mat.Dense // N x M: H = A R^-T
}

func newAugmented(y []int, pr *sparse.Projection) augmented {
	n, m := pr.A.Dims()
	return augmented{y: method.Signs(y), pr: pr, b: mat.NewDense(m, m, nil), chol: mat.NewDense(m, m, nil), h: mat.NewDense(n, m, nil)}
}

// decompose works out B, R and H. The error is of a matrix that is not finite.
// Cost 2 N M^2 + M^3/3 flops.
func (p *augmented) decompose() error {
	linalg.MulLower(p.b, true, false, 1, p.pr.A, p.pr.A, 0)
	addIdentity(p.b)
	if err := linalg.Cholesky(p.chol, p.b); err != nil {
		return err
	}
	p.h.Copy(p.pr.A)
	linalg.SolveRightT(p.h, p.chol)
	return nil
}

// rest returns -1/2 log|C| - 1/2 sum_n r_n, which all bounds have.
func (p *augmented) rest() float64 {
	v := linalg.LogDet(p.chol)
	for _, r := range p.pr.Residual {
		v += r
	}
	return -0.5 * v
}

// given returns the means B^-1 A'g of v for the rows of g, S x N, as rows of S x M.
func (p *augmented) given(g *mat.Dense) *mat.Dense {
	s, _ := g.Dims()
	_, m := p.h.Dims()
	out := mat.NewDense(s, m, nil)
	linalg.Mul(out, false, false, 1, g, p.h, 0)
	linalg.SolveRight(out, p.chol)
	return out
}

// spread returns a factor R^-T of the covariance B^-1 that v has for a given g.
func (p *augmented) spread() *mat.Dense {
	m, _ := p.chol.Dims()
	factor := mat.NewDense(m, m, nil)
	linalg.InverseUpper(factor, p.chol)
	return factor
}

// addIdentity adds I to a square matrix.
func addIdentity(a *mat.Dense) {
	n, _ := a.Dims()
	for i := range n {
		a.Set(i, i, a.At(i, i)+1)
	}
}
