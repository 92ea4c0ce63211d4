package sparse

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// Sum adds the derivatives with respect to kernel and inducing inputs of an objective
// that is a sum of parts to to.Theta and to.Z: over latent functions with one prior,
// and with one weight of a row for what depends on q and another, rest, for var(f_i |
// u). parts adds them, all at fixed u. Cost O(b M^2 + M^3), the parts' and the
// kernel's.
func (pb *Pullback) Sum(to Gradient, p *Prior, pr *Projection, rest []float64, parts func(*Parts)) {
	pb.kfu.Zero()
	pb.kuu.Zero()
	parts(&Parts{pb, pr})
	if !pr.own { // else var(f_i | u) is 0 for any kernel
		for i, e := range rest {
			e, row := 2*e, pb.kfu.RawRowView(i)
			for j, a := range pr.A.RawRowView(i)[:len(row)] {
				row[j] -= e * a
			}
		}
		linalg.WeightedGram(pb.kuu, 1, pr.A, rest, 1, pb.scaled)
	}
	pb.finish(to, p, pr, rest)
}

// Parts are the parts of a sum, in whitened coordinates, accumulated in dF/dA and W.
type Parts struct {
	pb *Pullback
	pr *Projection
}

// Weighted returns A' g and A' diag(h) A, which the next call of any kind overwrites.
func (s *Parts) Weighted(g, h []float64) ([]float64, *mat.Dense) {
	linalg.MulVec(s.pb.g, true, 1, s.pr.A, g, 0)
	linalg.WeightedGram(s.pb.h, 1, s.pr.A, h, 0, s.pb.scaled)
	return s.pb.g, s.pb.h
}

// Marginals adds sum_i [g_i d(a_i'm) + h_i d(a_i'S a_i)] for N(m, S) of v
// whose mean and covariance in u are fixed; as is A S. Cost O(b M^2 + M^3).
func (s *Parts) Marginals(m []float64, cov, as *mat.Dense, g, h []float64) {
	if s.pr.own {
		return // f_i is an element of u
	}
	s.Weighted(g, h)
	s.marginals(m, cov, as, g, h)
}

func (s *Parts) marginals(m []float64, cov, as *mat.Dense, g, h []float64) {
	for i, gi := range g {
		hi, row := 2*h[i], s.pb.kfu.RawRowView(i)
		m, from := m[:len(row)], as.RawRowView(i)[:len(row)]
		for j := range row {
			row[j] += gi*m[j] + hi*from[j]
		}
	}
	linalg.MulLower(s.pb.sh, false, false, 1, cov, s.pb.h, 0)
	linalg.MulLower(s.pb.sh, false, false, 1, s.pb.h, cov, 1)
	for i, mi := range m {
		w, sh, gi := s.pb.kuu.RawRowView(i)[:i+1], s.pb.sh.RawRowView(i)[:i+1], s.pb.g[i]
		for j := range w {
			w[j] -= sh[j] + 0.5*(mi*s.pb.g[j]+gi*m[j])
		}
	}
}

// MovingMarginals is Marginals for N(m, S) that moves with the prior, as a product of
// it and fixed factors does: dS = S K^-1 dK K^-1 S and dm = S K^-1 dK K^-1 m in u.
// Cost O(b M^2 + M^3).
func (s *Parts) MovingMarginals(m []float64, cov, as *mat.Dense, g, h []float64) {
	s.Weighted(g, h)
	if !s.pr.own {
		s.marginals(m, cov, as, g, h)
	}
	size := len(m)
	sh, sg := mat.NewDense(size, size, nil), make([]float64, size)
	linalg.Mul(sh, false, false, 1, cov, s.pb.h, 0)
	linalg.MulLower(s.pb.kuu, false, false, 1, sh, cov, 1)
	linalg.MulVec(sg, false, 1, cov, s.pb.g, 0)
	for i, mi := range m {
		w := s.pb.kuu.RawRowView(i)[:i+1]
		for j := range w {
			w[j] += 0.5 * (mi*sg[j] + sg[i]*m[j])
		}
	}
}

// Prior adds weight (eta - eta_prior)' dtheta_prior for q(v) = N(m, S) and its
// natural parameters theta and expected statistics eta: the derivative of weight
// times the log normaliser of q less that of the prior while all other factors
// of q stay put, and of -weight KL(q || p) while q(u) does. Cost O(M^2).
func (s *Parts) Prior(weight float64, m []float64, cov *mat.Dense) { s.pb.addPrior(weight, m, cov) }

// Posterior adds the derivative of the log normaliser of the prior times sites
// exp(shift_i f_i - 1/2 precision_i f_i^2) of the rows, which stay put, but for what
// var(f_i | u) has: N(m, S) is what they make, as is A S, and pull_i =
// shift_i - precision_i a_i'm. It is Marginals with pull and -1/2 precision, and
// Prior, in less time. Cost O(b M + M^2).
func (s *Parts) Posterior(m []float64, cov, as *mat.Dense, pull, precision []float64) {
	if s.pr.own {
		s.pb.addPrior(1, m, cov)
		return
	}
	for i, w := range precision {
		row, b := s.pb.kfu.RawRowView(i), pull[i]
		m := m[:len(row)]
		for j, v := range as.RawRowView(i)[:len(row)] {
			row[j] += b*m[j] - w*v
		}
	}
	s.pb.addPrior(-1, m, cov)
}

// Rows adds the derivative of an F that is a function of A A' alone, for
// dF/dA in rows, b x M. Cost O(b M^2).
func (s *Parts) Rows(rows *mat.Dense) {
	if s.pr.own {
		linalg.MulLower(s.pb.kuu, true, false, 0.5, rows, s.pr.A, 1)
		return
	}
	for i := range s.pr.Residual {
		to := s.pb.kfu.RawRowView(i)
		for j, v := range rows.RawRowView(i)[:len(to)] {
			to[j] += v
		}
	}
	linalg.MulLower(s.pb.kuu, true, false, -0.5, rows, s.pr.A, 1)
}
