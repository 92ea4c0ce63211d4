package gfitc

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// gradient carries the derivatives of log Z_EP at fixed sites from the latent
// functions of one prior back to its kernel and inducing inputs. The matrices
// are space that is used again.
type gradient struct {
	b   []float64  // N, K_fitc^-1 times the posterior mean of f
	h   []float64  // N, dF/dVar
	two []float64  // 2 h
	dA  *mat.Dense // N x M, dF/dA, then dF/dKfu
	as  *mat.Dense // N x M, A S
	cov *mat.Dense // M x M, S
	dK  *mat.Dense // M x M, dF/dKuu
}

// newGradient returns space for n rows and m inducing inputs; scratch is n x m.
func newGradient(n, m int, scratch *mat.Dense) *gradient {
	return &gradient{
		b: make([]float64, n), h: make([]float64, n), two: make([]float64, n),
		dA: mat.NewDense(n, m, nil), as: scratch,
		cov: mat.NewDense(m, m, nil), dK: mat.NewDense(m, m, nil),
	}
}

// of adds the derivatives of log Z_EP with respect to the parameters of p's kernel
// to dTheta and to its inducing inputs to dZ, either of which may be nil; fs are the functions of this prior.
// Cost O(len(fs) (N M^2 + M^3) + N M D).
func (d *gradient) of(dTheta []float64, dZ *mat.Dense, p *sparse.Prior, fs []*function) {
	clear(d.h)
	d.dA.Zero()
	d.dK.Zero()
	for _, f := range fs {
		d.add(f)
	}
	pr := fs[0].pr
	for i, h := range d.h {
		d.two[i] = 2 * h
	}
	linalg.WeightedGram(d.dK, 1, pr.A, d.two, 1, d.as)
	d.dK.Scale(0.5, d.dK)
	linalg.SolveRight(d.dK, p.L)
	linalg.SolveLeftT(p.L, d.dK)
	linalg.Symmetrise(d.dK)

	for i, h := range d.two {
		row := d.dA.RawRowView(i)
		for j, a := range pr.A.RawRowView(i)[:len(row)] {
			row[j] -= h * a
		}
	}
	linalg.SolveRight(d.dA, p.L)
	p.Kernel.CovBack(dTheta, nil, dZ, pr.X, p.Z, pr.Kfu, d.dA)
	p.Kernel.GramBack(dTheta, dZ, p.Z, p.Gram, d.dK)
	if dTheta != nil {
		p.Kernel.VarBack(dTheta, nil, pr.X, d.h)
	}
}

// add adds b m' - diag(w) A S to dA, 1/2 (b^2 - w + w^2 q) to h and I - S - m m'
// to dK.
func (d *gradient) add(f *function) {
	for i, w := range f.w {
		b := f.shift[i] - w*f.g[i]
		d.b[i] = b
		d.h[i] += 0.5 * (b*b - w + w*w*f.q[i])
	}
	d.as.Copy(f.half)
	linalg.SolveRight(d.as, f.post.Chol)
	for i, w := range f.w {
		row, b := d.dA.RawRowView(i), d.b[i]
		m := f.post.Mean[:len(row)]
		for j, as := range d.as.RawRowView(i)[:len(row)] {
			row[j] += b*m[j] - w*as
		}
	}
	linalg.Inverse(d.cov, f.post.Chol)
	for i, mi := range f.post.Mean {
		row := d.dK.RawRowView(i)
		for j, s := range d.cov.RawRowView(i) {
			row[j] -= s + mi*f.post.Mean[j]
		}
		row[i]++
	}
}
