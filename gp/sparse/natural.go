package sparse

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/linalg/engine"
)

// Natural is a Gaussian factor of v = L^-1 u in its natural parameters,
//
//	exp(r'v - 1/2 v'P v).
//
// It may be a density, or a product of sites whose P is singular. Where only one
// triangle of P is kept, that is the lower one.
type Natural struct {
	Precision *mat.Dense // P, M x M
	Shift     []float64  // r
}

// NewNatural returns the factor 1 of m variables.
func NewNatural(m int) *Natural {
	return &Natural{Precision: mat.NewDense(m, m, nil), Shift: make([]float64, m)}
}

// Clear makes n the factor 1.
func (n *Natural) Clear() {
	n.Precision.Zero()
	clear(n.Shift)
}

// CopyFrom makes n equal to t.
func (n *Natural) CopyFrom(t *Natural) {
	n.Precision.Copy(t.Precision)
	copy(n.Shift, t.Shift)
}

// Step moves the parameters by rate towards those of a target; both triangles.
func (n *Natural) Step(rate float64, target *Natural) { n.Between(n, rate, target) }

// Between sets the parameters to those a fraction rate of the way from one factor, which may be n,
// to another; both triangles.
func (n *Natural) Between(from *Natural, rate float64, to *Natural) {
	for i, v := range from.Shift {
		n.Shift[i] = v + rate*(to.Shift[i]-v)
		engine.Approach(n.Precision.RawRowView(i), from.Precision.RawRowView(i), rate, to.Precision.RawRowView(i))
	}
}

// Combine sets n to a times b to the power of share; the lower triangle.
func (n *Natural) Combine(a *Natural, share float64, b *Natural) {
	for i := range n.Shift {
		to, from, more := n.Precision.RawRowView(i)[:i+1], a.Precision.RawRowView(i)[:i+1], b.Precision.RawRowView(i)[:i+1]
		for j, v := range from {
			to[j] = v + share*more[j]
		}
		n.Shift[i] = a.Shift[i] + share*b.Shift[i]
	}
}

// AddRows raises n to the power beta and multiplies it by the sites
// exp(shift_i f_i - 1/2 precision_i f_i^2) of f_i = a_i'v, a_i the rows of a
// (b x M); both triangles. scratch is of a's shape. Cost b M^2 flops.
func (n *Natural) AddRows(a *mat.Dense, precision, shift []float64, beta float64, scratch *mat.Dense) {
	linalg.WeightedGram(n.Precision, 1, a, precision, beta, scratch)
	linalg.MulVec(n.Shift, true, 1, a, shift, beta)
}

// AddPrior multiplies n by the prior N(0, I) of v.
func (n *Natural) AddPrior() { n.addToDiagonal(1) }

// Change writes T = L^-1 L_new to dst, for the factors of two priors' Kuu: for
// the same u, v = T v_new. Cost M^3/3 flops.
func Change(dst, l, lNew *mat.Dense) {
	dst.Copy(lNew)
	linalg.SolveLeftLower(l, dst)
}

// Move sets dst, which may be n, to the same factor of u in the new coordinates
// given by T of Change: T'P T and T'r. It reads and writes both triangles;
// scratch is M x M. Cost 2 M^3 flops.
func (n *Natural) Move(dst *Natural, t, scratch *mat.Dense) {
	linalg.MulFactor(scratch, n.Precision, t)
	linalg.MulLower(dst.Precision, true, false, 1, t, scratch, 0)
	linalg.MirrorLower(dst.Precision)
	shift := scratch.RawRowView(0)
	linalg.MulVec(shift, true, 1, t, n.Shift, 0)
	copy(dst.Shift, shift)
}

// MoveSites is Move of q(v) whose sites of u stay the same while the prior moves: dst is
// I + T'(P - I) T and T'r, for q(u) = p(u) t(u).
func (n *Natural) MoveSites(dst *Natural, t, scratch *mat.Dense) {
	n.addToDiagonal(-1)
	n.Move(dst, t, scratch)
	if dst != n {
		n.addToDiagonal(1)
	}
	dst.addToDiagonal(1)
}

// addToDiagonal adds a number to every element of P's diagonal.
func (n *Natural) addToDiagonal(v float64) {
	for i := range n.Shift {
		n.Precision.Set(i, i, n.Precision.At(i, i)+v)
	}
}

// Gaussian is q(v) = N(m, S) by its natural parameters, P = S^-1 and r = P m, with
// what Refresh makes of them.
type Gaussian struct {
	Natural

	Chol *mat.Dense // R, M x M: lower Cholesky factor of P = R R', zeros above the diagonal
	Mean []float64  // m
	// LogNorm is the log normaliser of the factor less that of the prior N(0, I):
	// 1/2 (m'P m - log|P|).
	LogNorm float64
	Cov     *mat.Dense // S, M x M, as the last call of Covariance left it; nil before the first
}

// NewGaussian returns N(0, I), which is q(u) = p(u).
func NewGaussian(m int) *Gaussian {
	g := &Gaussian{Natural: *NewNatural(m), Chol: mat.NewDense(m, m, nil), Mean: make([]float64, m)}
	g.AddPrior()
	for i := range m {
		g.Chol.Set(i, i, 1)
	}
	return g
}

// CopyFrom makes g equal to t, except for Cov.
func (g *Gaussian) CopyFrom(t *Gaussian) {
	g.Natural.CopyFrom(&t.Natural)
	g.Chol.Copy(t.Chol)
	copy(g.Mean, t.Mean)
	g.LogNorm = t.LogNorm
}

// Refresh works out Chol, Mean and LogNorm, of the lower triangle of P. The error
// is that P is not positive definite, or not finite. Cost M^3/3 flops.
func (g *Gaussian) Refresh() error {
	if err := linalg.Cholesky(g.Chol, g.Precision); err != nil {
		return err
	}
	copy(g.Mean, g.Shift)
	linalg.SolveVec(g.Chol, g.Mean)
	g.LogNorm = 0.5 * (linalg.Dot(g.Mean, g.Mean) - linalg.LogDet(g.Chol))
	linalg.SolveVecT(g.Chol, g.Mean)
	return nil
}

// StepMoments moves mean and covariance, not the natural parameters, by rate towards those
// of a target, both triangles of which are given, and works out all of g. The target keeps
// its natural parameters. The errors are those of Refresh. Cost 3 M^3 flops.
func (g *Gaussian) StepMoments(rate float64, target *Gaussian) error {
	if err := target.Refresh(); err != nil {
		return err
	}
	target.Covariance()
	g.Covariance()
	for i := range g.Mean {
		g.Mean[i] += rate * (target.Mean[i] - g.Mean[i])
		row := g.Cov.RawRowView(i)
		for j, to := range target.Cov.RawRowView(i)[:len(row)] {
			row[j] += rate * (to - row[j])
		}
	}
	if err := linalg.Cholesky(g.Chol, g.Cov); err != nil {
		return err
	}
	linalg.Inverse(g.Precision, g.Chol)
	linalg.MulVec(g.Shift, false, 1, g.Precision, g.Mean, 0)
	return g.Refresh()
}

// SetPosterior makes g the product of the prior N(0, I) and sites to the given
// power; the lower triangle of P. The error is that of Refresh.
func (g *Gaussian) SetPosterior(sites *Natural, power float64) error {
	for i := range g.Shift {
		to := g.Precision.RawRowView(i)[:i+1]
		for j, w := range sites.Precision.RawRowView(i)[:i+1] {
			to[j] = power * w
		}
		to[i]++
		g.Shift[i] = power * sites.Shift[i]
	}
	return g.Refresh()
}

// Covariance works out Cov from Chol. Cost 2/3 M^3 flops.
func (g *Gaussian) Covariance() {
	if g.Cov == nil {
		g.Cov = mat.NewDense(len(g.Mean), len(g.Mean), nil)
	}
	linalg.Inverse(g.Cov, g.Chol)
}

// UpperFactor writes the upper triangular C = R'^-1 to dst, S = C C'. Cost M^3 flops.
func (g *Gaussian) UpperFactor(dst *mat.Dense) { linalg.InverseUpper(dst, g.Chol) }

// LowerFactor writes the lower triangular C, S = C C', to dst. It reads the lower
// triangle of P; the error is that of Refresh. Cost 4/3 M^3 flops.
func (g *Gaussian) LowerFactor(dst *mat.Dense) error {
	return linalg.InverseFactor(dst, g.Precision)
}

// Marginals writes mean and variance of a_i'v to mean and variance, length b, for
// the rows of a, and A R'^-1 to half, both b x M. Cost b M^2 flops.
func (g *Gaussian) Marginals(mean, variance []float64, a, half *mat.Dense) {
	linalg.MulVec(mean, false, 1, a, g.Mean, 0)
	half.Copy(a)
	linalg.SolveRightT(half, g.Chol)
	linalg.RowDots(variance, half, half)
}
