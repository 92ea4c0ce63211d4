package logistic

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// The preconditioner is made from at most so many rows, and for at most so many
// columns: it only has to know how columns go together, and must cost less than
// the passes that it saves.
const (
	momentRows    = 10_000
	momentColumns = 1_000
)

// preconditioner is a block-diagonal stand-in for the Hessian: for class c
//
//	a_c sum_i (x_i, 1)(x_i, 1)' + I/C,  a_c = mean of p_c (1 - p_c),
//
// with the sum scaled up from some of the rows, and nothing for C on the
// intercept. It makes conjugate gradients insensitive to the scales of columns
// and to their correlation.
type preconditioner struct {
	loss    *loss
	moments *mat.Dense   // (D+1) x (D+1): the sum over rows; nil for too many columns
	factors []*mat.Dense // Cholesky factors, one a class
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
	for range l.k {
		p.factors = append(p.factors, mat.NewDense(l.dim+1, l.dim+1, nil))
	}
	p.space = make([]float64, l.dim+1)
	return p
}

// update factors the blocks at the point of the last gradient. Cost O(C D^3).
func (p *preconditioner) update() {
	if p.moments == nil {
		return
	}
	for c, sum := range p.loss.bend {
		p.shifted.Scale(max(sum/float64(p.loss.n), 1e-6), p.moments)
		for j := range p.loss.dim {
			p.shifted.Set(j, j, p.shifted.At(j, j)+1/p.loss.c)
		}
		if _, err := linalg.JitterCholesky(p.factors[c], p.shifted); err != nil {
			p.moments = nil // columns that are not finite numbers: their fit fails elsewhere
			return
		}
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
	for c, l := range p.factors {
		copy(p.space, weights.RawRowView(c))
		p.space[dim] = intercepts[c]
		linalg.SolveVec(l, p.space)
		linalg.SolveVecT(l, p.space)
		copy(weights.RawRowView(c), p.space)
		intercepts[c] = p.space[dim]
	}
}
