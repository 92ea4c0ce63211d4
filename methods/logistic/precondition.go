package logistic

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// Limits on the rows and columns of the preconditioner: it only has to know how
// columns are correlated, and must cost less than the passes that it saves.
const (
	momentRows    = 10_000
	momentColumns = 1_000
)

// preconditioner is a stand-in for the Hessian, the same block for every class:
//
//	a sum_i (x_i, 1)(x_i, 1)' + I/C,  a = mean of p_c (1 - p_c) over rows and classes,
//
// with the sum scaled up from some of the rows, and nothing for C on the
// intercept. It makes conjugate gradients insensitive to the scales of columns
// and to their correlation. In the multinomial model gradients sum to 0 over
// the classes; equal blocks keep it so, which matters: F hardly bends along a
// vector that is added to all classes, and unequal blocks would have the
// conjugate gradients spend their steps there.
type preconditioner struct {
	loss    *loss
	moments *mat.Dense // (D+1) x (D+1): the sum over rows; nil for too many columns
	factor  *mat.Dense // lower Cholesky factor of the block
	shifted *mat.Dense
	space   []float64
}

// newPreconditioner works the moments out, from rows at even distances.
// Cost O(10,000 D^2), once.
func newPreconditioner(l *loss) *preconditioner {
	p := &preconditioner{loss: l}
	if l.dim > momentColumns {
		return p
	}
	m := min(momentRows, l.n)
	pos := make([]int, m)
	for j := range pos {
		pos[j] = j * l.n / m
	}
	x := mat.NewDense(m, l.dim, nil)
	l.train.Read(x, nil, pos)
	ones := mat.NewDense(m, l.dim+1, nil)
	ones.Slice(0, m, 0, l.dim).(*mat.Dense).Copy(x)
	for i := range m {
		ones.Set(i, l.dim, 1)
	}
	p.moments = mat.NewDense(l.dim+1, l.dim+1, nil)
	linalg.WeightedGram(p.moments, float64(l.n)/float64(m), ones, nil, 0, nil)
	p.shifted = mat.NewDense(l.dim+1, l.dim+1, nil)
	p.factor = mat.NewDense(l.dim+1, l.dim+1, nil)
	p.space = make([]float64, l.dim+1)
	return p
}

// update factors the block at the point of the last gradient. Cost O(D^3).
func (p *preconditioner) update() {
	if p.moments == nil {
		return
	}
	a := p.loss.bend / float64(p.loss.n*p.loss.k)
	p.shifted.Scale(max(a, 1e-6), p.moments)
	for j := range p.loss.dim {
		p.shifted.Set(j, j, p.shifted.At(j, j)+1/p.loss.c)
	}
	if _, err := linalg.JitterCholesky(p.factor, p.shifted); err != nil {
		p.moments = nil // such columns do without
	}
}

// solve writes the solution of the stand-in for r to dst.
func (p *preconditioner) solve(dst, r []float64) {
	copy(dst, r)
	if p.moments == nil {
		return
	}
	dim := p.loss.dim
	weights, intercepts := p.loss.split(dst)
	for c := range p.loss.k {
		copy(p.space, weights.RawRowView(c))
		p.space[dim] = intercepts[c]
		linalg.SolveVec(p.factor, p.space)
		linalg.SolveVecT(p.factor, p.space)
		copy(weights.RawRowView(c), p.space[:dim])
		intercepts[c] = p.space[dim]
	}
}
