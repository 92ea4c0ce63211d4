package sparse

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// Begin starts a pullback that is a sum of the parts below: over latent
// functions with one prior, and with one weight of a row for what depends on q
// and another for var(f_i | u). All parts are for u that stays put; they add to
// Kfu and Kuu, in whitened coordinates until End.
func (pb *Pullback) Begin() {
	pb.Kfu.Zero()
	pb.Kuu.Zero()
}

// AddMarginals adds sum_i [g_i d(a_i'm) + h_i d(a_i'S a_i)] for N(m, S) of v
// whose mean and covariance in u are fixed. as is A S. It fills G and H for g
// and h. Cost O(b M^2 + M^3).
func (pb *Pullback) AddMarginals(pr *Projection, m []float64, s, as *mat.Dense, g, h []float64) {
	pb.Means(pr, g)
	pb.Variances(pr, h)
	for i, gi := range g {
		hi, row := 2*h[i], pb.Kfu.RawRowView(i)
		m, from := m[:len(row)], as.RawRowView(i)[:len(row)]
		for j := range row {
			row[j] += gi*m[j] + hi*from[j]
		}
	}
	linalg.MulLower(pb.sh, false, false, 1, s, pb.H, 0)
	linalg.MulLower(pb.sh, false, false, 1, pb.H, s, 1)
	for i, mi := range m {
		w, sh, gi := pb.Kuu.RawRowView(i)[:i+1], pb.sh.RawRowView(i)[:i+1], pb.G[i]
		for j := range w {
			w[j] -= sh[j] + 0.5*(mi*pb.G[j]+gi*m[j])
		}
	}
}

// AddResiduals adds sum_i e_i d(var(f_i | u)), but for its part in k(x_i, x_i).
// Cost O(b M^2).
func (pb *Pullback) AddResiduals(pr *Projection, e []float64) {
	for i, ei := range e {
		ei, row := 2*ei, pb.Kfu.RawRowView(i)
		for j, a := range pr.A.RawRowView(i)[:len(row)] {
			row[j] -= ei * a
		}
	}
	linalg.WeightedGram(pb.Kuu, 1, pr.A, e, 1, pb.scaled)
}

// AddPrior adds -(eta_prior - eta)' dtheta_prior for q(v) = N(m, S): the
// derivative of log q's normaliser at fixed factors, which is that of -KL at
// fixed q(u). Cost O(M^2).
func (pb *Pullback) AddPrior(m []float64, s *mat.Dense) {
	for i, mi := range m {
		w, row := pb.Kuu.RawRowView(i)[:i+1], s.RawRowView(i)[:i+1]
		for j := range w {
			w[j] += 0.5 * (row[j] + mi*m[j])
		}
		w[i] -= 0.5
	}
}

// End turns the sums into dF/dKfu and dF/dKuu. Cost O(b M^2 + M^3).
func (pb *Pullback) End(p *Prior) {
	linalg.SolveRight(pb.Kfu, p.L)
	linalg.MirrorLower(pb.Kuu)
	linalg.SolveRight(pb.Kuu, p.L)
	linalg.SolveLeftT(p.L, pb.Kuu)
	linalg.Symmetrise(pb.Kuu)
}
