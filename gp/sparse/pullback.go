package sparse

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// Fixed says what stays put while the kernel moves.
type Fixed int

// The distribution of the inducing variables u, or that of v = L^-1 u.
const (
	QU Fixed = iota
	QV
)

// Pullback carries derivatives of an objective with respect to the marginals
// of f at b rows back to q and to the kernel. Its matrices are space that is
// used again at each call.
type Pullback struct {
	G   []float64  // A' g: the derivative with respect to m, less KL's part
	H   *mat.Dense // A' diag(h) A: the same for S
	Kfu *mat.Dense // b x M, dF/dKfu
	Kuu *mat.Dense // M x M, dF/dKuu, symmetric

	scaled *mat.Dense // b x M, diag(h) A
	sh     *mat.Dense // M x M, lower triangle of S H, or of S H + H S
}

// NewPullback returns space for b rows and m inducing inputs.
func NewPullback(b, m int) *Pullback {
	return &Pullback{
		G:      make([]float64, m),
		H:      mat.NewDense(m, m, nil),
		Kfu:    mat.NewDense(b, m, nil),
		Kuu:    mat.NewDense(m, m, nil),
		scaled: mat.NewDense(b, m, nil),
		sh:     mat.NewDense(m, m, nil),
	}
}

// Means fills G for g. Cost O(b M).
func (pb *Pullback) Means(pr *Projection, g []float64) {
	linalg.MulVec(pb.G, true, 1, pr.A, g, 0)
}

// Variances fills H for h. Cost O(b M^2).
func (pb *Pullback) Variances(pr *Projection, h []float64) {
	linalg.WeightedGram(pb.H, 1, pr.A, h, 0, pb.scaled)
}

// Gaussian writes the derivatives of F = sum_i F_i - KL at q(v) = N(m, C C'),
// C lower triangular, with respect to m and C to dm and dC, after Means and
// Variances. dC is lower triangular. Cost O(M^3).
//
//	dF/dm = G - m,   dF/dC = 2 H C - C + diag(1 / C_jj), lower triangle
func (pb *Pullback) Gaussian(dm []float64, dC *mat.Dense, m []float64, c *mat.Dense) {
	linalg.MulLower(dC, false, false, 2, pb.H, c, 0)
	for i := range m {
		dm[i] = pb.G[i] - m[i]
		row := dC.RawRowView(i)
		for j, e := range c.RawRowView(i)[:i+1] {
			row[j] -= e
		}
		row[i] += 1 / c.At(i, i)
		clear(row[i+1:])
	}
}

// Covariances fills Kfu and Kuu, the derivatives of F = sum_i F_i - KL at
// q(v) = N(m, S), after Means and Variances with the same g and h. Cost O(b M^2 + M^3).
func (pb *Pullback) Covariances(p *Prior, pr *Projection, m []float64, s *mat.Dense, g, h []float64, fixed Fixed) {
	linalg.Mul(pb.Kfu, false, false, 1, pr.A, s, 0)
	for i := range g {
		gi, hi, row := g[i], 2*h[i], pb.Kfu.RawRowView(i)
		m := m[:len(row)]
		for j, a := range pr.A.RawRowView(i)[:len(row)] {
			row[j] = gi*m[j] + hi*(row[j]-a)
		}
	}
	linalg.SolveRight(pb.Kfu, p.L)

	if fixed == QU {
		pb.movingV(m, s)
	} else {
		pb.fixedV(m, s)
	}
	pb.solve(p)
}

// solve turns the lower triangle of W in Kuu into dF/dKuu.
func (pb *Pullback) solve(p *Prior) {
	linalg.MirrorLower(pb.Kuu)
	linalg.SolveRight(pb.Kuu, p.L)
	linalg.SolveLeftT(p.L, pb.Kuu)
	linalg.Symmetrise(pb.Kuu)
}

// movingV writes the lower triangle of W for fixed q(u) to Kuu.
func (pb *Pullback) movingV(m []float64, s *mat.Dense) {
	linalg.MulLower(pb.sh, false, false, 1, s, pb.H, 0)
	linalg.MulLower(pb.sh, false, false, 1, pb.H, s, 1)
	for i, mi := range m {
		w, h, sh, row := pb.Kuu.RawRowView(i)[:i+1], pb.H.RawRowView(i)[:i+1], pb.sh.RawRowView(i)[:i+1], s.RawRowView(i)[:i+1]
		gi := pb.G[i]
		for j := range w {
			w[j] = h[j] - sh[j] - 0.5*(mi*pb.G[j]+gi*m[j]) + 0.5*(row[j]+mi*m[j])
		}
		w[i] -= 0.5
	}
}

// fixedV writes the lower triangle of W for fixed q(v) to Kuu.
func (pb *Pullback) fixedV(m []float64, s *mat.Dense) {
	linalg.MulLower(pb.sh, false, false, 1, s, pb.H, 0)
	for i, mi := range m {
		w, h, sh := pb.Kuu.RawRowView(i)[:i+1], pb.H.RawRowView(i)[:i+1], pb.sh.RawRowView(i)[:i+1]
		for j := range w {
			w[j] = h[j] - sh[j] - 0.5*mi*pb.G[j]
		}
	}
}

// Kernel adds the derivatives of F with respect to the kernel's parameters to
// dTheta and to the inducing inputs to dZ, either of which may be nil, after
// Covariances with the same h.
func (pb *Pullback) Kernel(dTheta []float64, dZ *mat.Dense, p *Prior, pr *Projection, h []float64) {
	p.Kernel.CovBack(dTheta, nil, dZ, pr.X, p.Z, pr.Kfu, pb.Kfu)
	p.Kernel.GramBack(dTheta, dZ, p.Z, p.Gram, pb.Kuu)
	if dTheta != nil {
		p.Kernel.VarBack(dTheta, nil, pr.X, h)
	}
}
