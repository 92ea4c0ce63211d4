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
// whose mean and covariance in u are fixed; as is A S. It fills G and H for g
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

// AddPrior adds weight (eta - eta_prior)' dtheta_prior for q(v) = N(m, S) and its
// natural parameters theta and expected statistics eta: the derivative of weight
// times the log normaliser of q less that of the prior while all other factors
// of q stay put, and of -weight KL(q || p) while q(u) does. Cost O(M^2).
func (pb *Pullback) AddPrior(weight float64, m []float64, s *mat.Dense) {
	weight *= 0.5
	for i, mi := range m {
		w, row := pb.Kuu.RawRowView(i)[:i+1], s.RawRowView(i)[:i+1]
		for j := range w {
			w[j] += weight * (row[j] + mi*m[j])
		}
		w[i] -= weight
	}
}

// AddMotion adds what AddMarginals, which was called last with the same N(m, S),
// leaves out if N(m, S) moves with the prior, as a product of it and fixed
// factors does: dS = S K^-1 dK K^-1 S and dm = S K^-1 dK K^-1 m in u.
// Cost O(M^3).
func (pb *Pullback) AddMotion(m []float64, s *mat.Dense) {
	size := len(m)
	sh, sg := mat.NewDense(size, size, nil), make([]float64, size)
	linalg.Mul(sh, false, false, 1, s, pb.H, 0)
	linalg.MulLower(pb.Kuu, false, false, 1, sh, s, 1)
	linalg.MulVec(sg, false, 1, s, pb.G, 0)
	for i, mi := range m {
		w := pb.Kuu.RawRowView(i)[:i+1]
		for j := range w {
			w[j] += 0.5 * (mi*sg[j] + sg[i]*m[j])
		}
	}
}

// AddRows adds the derivative of an F that is a function of A A' alone, for
// dF/dA in rows, b x M. Cost O(b M^2).
func (pb *Pullback) AddRows(pr *Projection, rows *mat.Dense) {
	for i := range pr.Residual {
		to := pb.Kfu.RawRowView(i)
		for j, v := range rows.RawRowView(i)[:len(to)] {
			to[j] += v
		}
	}
	linalg.MulLower(pb.Kuu, true, false, -0.5, rows, pr.A, 1)
}

// End turns the sums into dF/dKfu and dF/dKuu. Cost O(b M^2 + M^3).
func (pb *Pullback) End(p *Prior) {
	linalg.SolveRight(pb.Kfu, p.L)
	pb.solve(p)
}
