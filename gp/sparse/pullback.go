package sparse

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/linalg/engine"
)

// Fixed says what is held fixed while the kernel moves.
type Fixed int

// The distribution of the inducing variables u, or that of v = L^-1 u, or q(u) over p(u): the
// product t(u) of the sites, whose natural parameters do not move with the prior.
const (
	QU Fixed = iota
	QV
	Sites
)

// Function is a latent function as seen by an objective F = sum_i F_i - KL(q(v) ||
// p(v)) of the marginals of f at b rows: q(v) = N(m, S), and the derivatives of F_i
// by mean and variance of f_i.
type Function struct {
	Mean   []float64  // m
	Factor *mat.Dense // C, lower triangular: S = C C'; may be nil for Pullback.Function if Cov is not
	Cov    *mat.Dense // S; nil: it is worked out from Factor
	G, H   []float64  // dF_i/dmean_i, dF_i/dvar_i

	// What the caller has computed already; nil if not.
	AFactor   *mat.Dense // A C, b x M; Pullback.Shared needs it, or Cov
	Curvature *mat.Dense // A' diag(H) A, M x M
}

// Gradient is where derivatives are written. What is nil is not
// computed.
type Gradient struct {
	// By mean and lower triangular factor of q(v), if that is held fixed while the
	// kernel moves, else of q(u). Both are overwritten.
	Mean   []float64
	Factor *mat.Dense

	Theta []float64  // by the kernel's parameters; added to
	Z     *mat.Dense // by the inducing inputs, M x D; added to
}

// kernel says whether derivatives are wanted that go through kernel matrices.
func (to Gradient) kernel() bool { return to.Theta != nil || to.Z != nil }

// Pullback carries derivatives of an objective with respect to the marginals of f at
// b rows back to q and to the kernel, in one call: Function, Shared or Sum. It is
// space that every call reuses; nothing is kept between calls.
type Pullback struct {
	g   []float64  // A' g: the derivative with respect to m, less KL's part
	h   *mat.Dense // A' diag(h) A: the same for S
	kfu *mat.Dense // b x M, dF/dA, then dF/dKfu
	kuu *mat.Dense // M x M, W of its lower triangle, then dF/dKuu, symmetric

	scaled *mat.Dense // b x M, diag(h) A
	s      *mat.Dense // M x M
	sh     *mat.Dense // M x M, lower triangle of S H, of H S or of their sum
	rest   []float64  // b, sums of h over functions
}

// NewPullback returns space for b rows and m inducing inputs.
func NewPullback(b, m int) *Pullback {
	return &Pullback{
		g:      make([]float64, m),
		h:      mat.NewDense(m, m, nil),
		kfu:    mat.NewDense(b, m, nil),
		kuu:    mat.NewDense(m, m, nil),
		scaled: mat.NewDense(b, m, nil),
		s:      mat.NewDense(m, m, nil),
		sh:     mat.NewDense(m, m, nil),
		rest:   make([]float64, b),
	}
}

// Function computes the derivatives of F of one latent function, with fixed held
// fixed while the kernel moves. Cost O(b M^2 + M^3), and the kernel's.
//
// At fixed q(v), for C lower triangular,
//
//	dF/dm = G - m,   dF/dC = 2 H C - C + diag(1 / C_jj), lower triangle.
func (pb *Pullback) Function(to Gradient, p *Prior, pr *Projection, f Function, fixed Fixed) {
	if f.Curvature == nil {
		linalg.WeightedGram(pb.h, 1, pr.A, f.H, 0, pb.scaled)
		f.Curvature = pb.h
	}
	linalg.MulVec(pb.g, true, 1, pr.A, f.G, 0)
	if to.kernel() {
		if f.Cov == nil {
			linalg.MulLower(pb.s, false, true, 1, f.Factor, f.Factor, 0)
			linalg.MirrorLower(pb.s)
			f.Cov = pb.s
		}
		if !pr.own {
			pb.rows(pr, f)
		}
		pb.gram(pr, f, fixed)
		if fixed == Sites {
			pb.addMoving(f)
		}
		pb.finish(to, p, pr, f.H)
	}
	if to.Mean != nil {
		pb.gaussian(to, f)
		if fixed != QV {
			p.unwhitened(to.Mean, to.Factor)
		}
	}
}

// gaussian writes the derivatives by m and C at fixed q(v) to to.
func (pb *Pullback) gaussian(to Gradient, f Function) {
	linalg.MulLower(to.Factor, false, false, 2, f.Curvature, f.Factor, 0)
	for i, mi := range f.Mean {
		to.Mean[i] = pb.g[i] - mi
		row := to.Factor.RawRowView(i)
		for j, e := range f.Factor.RawRowView(i)[:i+1] {
			row[j] -= e
		}
		row[i] += 1 / f.Factor.At(i, i)
		clear(row[i+1:])
	}
}

// rows writes dF/dA to kfu.
func (pb *Pullback) rows(pr *Projection, f Function) {
	linalg.Mul(pb.kfu, false, false, 1, pr.A, f.Cov, 0)
	for i, gi := range f.G {
		engine.PullRow(pb.kfu.RawRowView(i), f.Mean, pr.A.RawRowView(i), gi, 2*f.H[i])
	}
}

// gram writes the lower triangle of W to kuu.
func (pb *Pullback) gram(pr *Projection, f Function, fixed Fixed) {
	switch {
	case pr.own && fixed == QV:
		pb.ownFixedV(f)
	case pr.own:
		pb.kuu.Zero()
		pb.addPrior(1, f.Mean, f.Cov)
	case fixed == QV:
		pb.fixedV(f)
	default:
		pb.fixedU(f)
	}
}

// fixedU writes W for fixed q(u).
func (pb *Pullback) fixedU(f Function) {
	linalg.MulLower(pb.sh, false, false, 1, f.Cov, f.Curvature, 0)
	linalg.MulLower(pb.sh, false, false, 1, f.Curvature, f.Cov, 1)
	m, g := f.Mean, pb.g
	for i, mi := range m {
		w, h, sh, row := pb.kuu.RawRowView(i)[:i+1], f.Curvature.RawRowView(i)[:i+1], pb.sh.RawRowView(i)[:i+1], f.Cov.RawRowView(i)[:i+1]
		gi := g[i]
		for j := range w {
			w[j] = h[j] - sh[j] - 0.5*(mi*g[j]+gi*m[j]) + 0.5*(row[j]+mi*m[j])
		}
		w[i] -= 0.5
	}
}

// fixedV writes W for fixed q(v).
func (pb *Pullback) fixedV(f Function) {
	linalg.MulLower(pb.sh, false, false, 1, f.Cov, f.Curvature, 0)
	for i, mi := range f.Mean {
		engine.Subtract(pb.kuu.RawRowView(i)[:i+1], f.Curvature.RawRowView(i)[:i+1], pb.sh.RawRowView(i)[:i+1], 0.5*mi, pb.g[:i+1])
	}
}

// ownFixedV writes W for fixed q(v) where A is of rows of L.
func (pb *Pullback) ownFixedV(f Function) {
	linalg.MulLower(pb.sh, false, false, 1, f.Curvature, f.Cov, 0)
	for i, gi := range pb.g {
		w, hs := pb.kuu.RawRowView(i)[:i+1], pb.sh.RawRowView(i)[:i+1]
		for j := range w {
			w[j] = hs[j] + 0.5*gi*f.Mean[j]
		}
	}
}

// addPrior adds weight/2 (S + m m' - I) to W.
func (pb *Pullback) addPrior(weight float64, m []float64, s *mat.Dense) {
	weight *= 0.5
	for i, mi := range m {
		w, row := pb.kuu.RawRowView(i)[:i+1], s.RawRowView(i)[:i+1]
		for j := range w {
			w[j] += weight * (row[j] + mi*m[j])
		}
		w[i] -= weight
	}
}

// addMoving adds to W, which is that of fixed q(u), the change due to q(u) moving with the
// prior at fixed sites: with e = G - m, S (H - 1/2 I) S + 1/2 S + 1/2 (m e'S + S e m'). It
// takes Curvature and Cov of f, and G in g, which it overwrites.
func (pb *Pullback) addMoving(f Function) {
	linalg.Mul(pb.sh, false, false, 1, f.Cov, f.Curvature, 0)
	addScaled(pb.sh, -0.5, f.Cov)
	linalg.MulLower(pb.kuu, false, false, 1, pb.sh, f.Cov, 1)
	for i, mi := range f.Mean {
		pb.g[i] -= mi
	}
	moved := pb.sh.RawRowView(0)
	linalg.MulVec(moved, false, 1, f.Cov, pb.g, 0)
	for i, mi := range f.Mean {
		w, row, ei := pb.kuu.RawRowView(i)[:i+1], f.Cov.RawRowView(i)[:i+1], moved[i]
		for j := range w {
			w[j] += 0.5 * (row[j] + mi*moved[j] + ei*f.Mean[j])
		}
	}
}

// addScaled adds a b to dst.
func addScaled(dst *mat.Dense, a float64, b *mat.Dense) {
	n, _ := dst.Dims()
	for i := range n {
		row := dst.RawRowView(i)
		for j, v := range b.RawRowView(i)[:len(row)] {
			row[j] += a * v
		}
	}
}

// finish takes dF/dA in kfu and W in kuu to the kernel. rest are the derivatives by
// var(f_i | u).
func (pb *Pullback) finish(to Gradient, p *Prior, pr *Projection, rest []float64) {
	linalg.MirrorLower(pb.kuu)
	linalg.SolveRight(pb.kuu, p.L)
	linalg.SolveLeftT(p.L, pb.kuu)
	linalg.Symmetrise(pb.kuu)
	if !pr.own {
		linalg.SolveRight(pb.kfu, p.L)
		p.at.CovBack(to.Theta, to.Z, pr.X, pr.Kfu, pb.kfu)
	}
	p.at.GramBack(to.Theta, to.Z, p.Gram, pb.kuu)
	if !pr.own && to.Theta != nil {
		p.Kernel.VarBack(to.Theta, nil, pr.X, rest)
	}
}
