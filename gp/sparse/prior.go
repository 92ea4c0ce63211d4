package sparse

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/linalg"
)

// Prior is p(u) = N(0, Kuu), Kuu = L L', at M inducing inputs.
type Prior struct {
	Kernel kernel.Kernel
	Z      *mat.Dense // M x D
	Gram   *mat.Dense // M x M: k(Z, Z) with noise, without jitter
	L      *mat.Dense // M x M: lower Cholesky factor of Kuu, zeros above the diagonal

	// Own says that the training rows are the inducing inputs, in their order, for as
	// long as the prior is used: see ProjectTraining.
	Own bool

	at *kernel.At // Kernel at Z, as Set left them
}

// NewPrior returns the prior of kernel k at the rows of z, which it keeps. The
// second result is how often the jitter had to grow. The error is of the
// decomposition of Kuu.
func NewPrior(k kernel.Kernel, z *mat.Dense) (*Prior, int, error) {
	m, _ := z.Dims()
	p := &Prior{Z: z, Gram: mat.NewDense(m, m, nil), L: mat.NewDense(m, m, nil)}
	growths, err := p.Set(k)
	return p, growths, err
}

// Set gives the prior another kernel and works out Gram and L anew; callers
// that moved Z call it too. Cost O(M^2 D + M^3).
func (p *Prior) Set(k kernel.Kernel) (growths int, err error) {
	p.at.Release()
	p.Kernel, p.at = k, kernel.NewAt(k, p.Z)
	p.at.Gram(p.Gram)
	return linalg.JitterCholesky(p.L, p.Gram)
}

// clone returns a copy that shares nothing that changes.
func (p *Prior) clone() *Prior {
	z := mat.DenseCopyOf(p.Z)
	return &Prior{Kernel: p.Kernel, Z: z, Gram: mat.DenseCopyOf(p.Gram), L: mat.DenseCopyOf(p.L), at: kernel.NewAt(p.Kernel, z)}
}

// M returns the number of inducing inputs.
func (p *Prior) M() int {
	m, _ := p.Z.Dims()
	return m
}

// Whiten turns the mean m and the lower triangular factor c of a covariance
// C C' of u into those of v = L^-1 u. Cost O(M^3).
func (p *Prior) Whiten(m []float64, c *mat.Dense) {
	linalg.SolveVec(p.L, m)
	linalg.SolveLeftLower(p.L, c)
}

// Whitened returns q(v), u = L v, of the posterior q(u) = N(K a, (K^-1 + diag(w))^-1) of sites on the elements of u, K =
// L L': its mean L'a and the lower triangular C with the covariance C C' = (I + L' diag(w) L)^-1. The error is that of a
// number that is not finite. Cost 7/3 M^3 flops.
func (p *Prior) Whitened(a, w []float64) (mean []float64, factor *mat.Dense, err error) {
	m := p.M()
	mean, factor = make([]float64, m), mat.NewDense(m, m, nil)
	linalg.MulVec(mean, true, 1, p.L, a, 0)
	return mean, factor, p.WhitenedFactor(factor, mat.NewDense(m, m, nil), w)
}

// WhitenedFactor writes the C of Whitened to dst. scratch is M x M.
func (p *Prior) WhitenedFactor(dst, scratch *mat.Dense, w []float64) error {
	linalg.WeightedGram(dst, 1, p.L, w, 0, scratch)
	for i := range w {
		dst.Set(i, i, dst.At(i, i)+1)
	}
	return linalg.InverseFactor(dst, dst)
}

// unwhitened turns derivatives with respect to the mean and lower triangular
// factor of v into those with respect to mean and factor of u, at a fixed
// prior. Cost O(M^3).
func (p *Prior) unwhitened(dm []float64, dC *mat.Dense) {
	linalg.SolveVecT(p.L, dm)
	linalg.SolveLeftT(p.L, dC)
	for i := range dm {
		clear(dC.RawRowView(i)[i+1:])
	}
}

// Projection is the part of the prior that the marginals of f at b rows need: f_i =
// a_i'v + e_i with e_i ~ N(0, r_i).
type Projection struct {
	X        *mat.Dense // b x D, the rows
	Kfu      *mat.Dense // b x M
	A        *mat.Dense // b x M, row i is a_i = L^-1 k(Z, x_i)
	Residual []float64  // r_i = var(f_i | u) = k(x_i, x_i) + noise - |a_i|^2, at least 0

	own bool // the rows are inducing inputs themselves: Kfu is of no meaning
}

// NewProjection returns space for b rows of d attributes and m inducing inputs.
func NewProjection(b, m, d int) *Projection {
	return &Projection{
		X:        mat.NewDense(b, d, nil),
		Kfu:      mat.NewDense(b, m, nil),
		A:        mat.NewDense(b, m, nil),
		Residual: make([]float64, b),
	}
}

// First returns the part of the projection for the first n rows, in the same memory.
func (pr *Projection) First(n int) *Projection {
	rows := func(a *mat.Dense) *mat.Dense {
		_, c := a.Dims()
		return a.Slice(0, n, 0, c).(*mat.Dense)
	}
	return &Projection{X: rows(pr.X), Kfu: rows(pr.Kfu), A: rows(pr.A), Residual: pr.Residual[:n], own: pr.own}
}

// ProjectTraining fills the projection for the training rows at positions, whose
// inputs are in pr.X. It is Project, unless the training rows are the inducing inputs:
// then f_i is an element of u, with its noise, so that a_i is a row of L and r_i is 0.
// Project would have new noise at every row that is independent of u's.
func (p *Prior) ProjectTraining(pr *Projection, positions []int) {
	if !p.Own {
		p.Project(pr)
		return
	}
	pr.own = true
	for i, at := range positions {
		copy(pr.A.RawRowView(i), p.L.RawRowView(at))
	}
	clear(pr.Residual)
}

// Training returns the projection of all training rows, in their order, whose inputs
// are x, for use with the prior as it is: it may hold what the prior holds.
func (p *Prior) Training(x *mat.Dense) *Projection {
	n, d := x.Dims()
	if p.Own {
		return &Projection{X: x, A: p.L, Residual: make([]float64, n), own: true}
	}
	pr := NewProjection(n, p.M(), d)
	pr.X.Copy(x)
	p.Project(pr)
	return pr
}

// Project fills the projection for the rows in pr.X. Cost O(b M D + b M^2).
func (p *Prior) Project(pr *Projection) {
	pr.own = false
	p.at.Cov(pr.Kfu, pr.X)
	p.Kernel.Var(pr.Residual, pr.X)
	pr.A.Copy(pr.Kfu)
	linalg.SolveRightT(pr.A, p.L)
	for i := range pr.Residual {
		a := pr.A.RawRowView(i)
		pr.Residual[i] = max(0, pr.Residual[i]-linalg.Dot(a, a))
	}
}

// block is the number of rows that are predicted at a time, which bounds the
// memory; results do not depend on it.
const block = 512

// inBlocks calls do with the projections of rows [from, to) of x, and with as many
// rows of M numbers to work in.
func (p *Prior) inBlocks(x *mat.Dense, do func(from, to int, pr *Projection, work *mat.Dense)) {
	n, d := x.Dims()
	m := p.M()
	pr, work := NewProjection(min(n, block), m, d), mat.NewDense(min(n, block), m, nil)
	for from := 0; from < n; from += block {
		to := min(from+block, n)
		if to-from < block && from > 0 {
			pr, work = NewProjection(to-from, m, d), mat.NewDense(to-from, m, nil)
		}
		pr.X.Copy(x.Slice(from, to, 0, d))
		p.Project(pr)
		do(from, to, pr, work)
	}
}

// Moments writes the mean and variance of q(f_i) to dst, length b, for
// q(v) = N(m, C C') and ac = A C, b x M.
func (pr *Projection) Moments(mean, variance, m []float64, ac *mat.Dense) {
	for i := range mean {
		c := ac.RawRowView(i)
		mean[i] = linalg.Dot(pr.A.RawRowView(i), m)
		variance[i] = pr.Residual[i] + linalg.Dot(c, c)
	}
}
