package sparse

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// SharedCovariances fills Kfu and Kuu as Covariances does for fixed q(v), for
// several latent functions under one prior, whose derivatives add up: function
// k has q(v_k) = N(m_k, C_k C_k'), ac_k = A C_k, and derivatives g_k, h_k. It
// needs neither Means nor Variances. Cost O(K b M^2 + M^3), with a single solve
// for all functions:
//
//	dF/dA = sum_k g_k m_k' + 2 diag(h_k) ((A C_k) C_k' - A),   W = -1/2 lower((dF/dA)' A)
func (pb *Pullback) SharedCovariances(p *Prior, pr *Projection, m [][]float64, c, ac []*mat.Dense, g, h [][]float64) {
	beta := 0.0
	for k := range m {
		for i, hi := range h[k] {
			row := pb.scaled.RawRowView(i)
			for j, v := range ac[k].RawRowView(i)[:len(row)] {
				row[j] = 2 * hi * v
			}
		}
		linalg.Mul(pb.Kfu, false, true, 1, pb.scaled, c[k], beta)
		beta = 1
	}
	for i := range pr.Residual {
		row := pb.Kfu.RawRowView(i)
		total := 0.0
		for k := range m {
			total += h[k][i]
		}
		for j, a := range pr.A.RawRowView(i)[:len(row)] {
			row[j] -= 2 * total * a
		}
		for k, mk := range m {
			gi := g[k][i]
			for j, v := range mk[:len(row)] {
				row[j] += gi * v
			}
		}
	}
	linalg.MulLower(pb.Kuu, true, false, -0.5, pb.Kfu, pr.A, 0)
	linalg.SolveRight(pb.Kfu, p.L)
	pb.solve(p)
}
