package mfsp

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// gradient carries the derivatives of F at fixed moments of g back to kernel and inducing
// inputs. It is space that is used again.
type gradient struct {
	pull *sparse.Pullback
	rows *mat.Dense // N x M: dF/dA
	s    *mat.Dense // M x M: H'D H
	wg   []float64  // M: W'G
	rest []float64  // N: derivatives by var(f_n | u)
}

func newGradient(n, m int) *gradient {
	d := &gradient{pull: sparse.NewPullback(n, m), rows: mat.NewDense(n, m, nil), s: mat.NewDense(m, m, nil), wg: make([]float64, m), rest: make([]float64, n)}
	for i := range d.rest {
		d.rest[i] = -0.5
	}
	return d
}

// of adds the derivatives of F to to: with W = H R^-1,
//
//	dF/dA = (D H - H H'D H - H) R^-1 + (C^-1 G) (W'G)'.
//
// Cost 7 N M^2 + O(M^3) flops, and the kernel's.
func (d *gradient) of(to sparse.Gradient, p *sparse.Prior, f *meanField) {
	linalg.WeightedGram(d.s, 1, f.h, f.variance, 0, d.rows)
	for i, v := range f.variance {
		row := d.rows.RawRowView(i)
		for j, h := range f.h.RawRowView(i)[:len(row)] {
			row[j] = (v - 1) * h
		}
	}
	linalg.Mul(d.rows, false, false, -1, f.h, d.s, 1)
	linalg.SolveRight(d.rows, f.chol)
	copy(d.wg, f.hg)
	linalg.SolveVecT(f.chol, d.wg)
	for i, b := range f.solved {
		row := d.rows.RawRowView(i)
		for j, v := range d.wg[:len(row)] {
			row[j] += b * v
		}
	}
	d.pull.Sum(to, p, f.pr, d.rest, func(parts *sparse.Parts) { parts.Rows(d.rows) })
}
