package sparse

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// SharedCovariances fills Kfu and Kuu as Covariances does, for several latent
// functions under one prior, whose derivatives add up: function k has q(v_k) =
// N(m_k, C_k C_k'), C_k lower triangular, ac_k = A C_k, and derivatives g_k and
// h_k; hs is the sum of the h_k, which Kernel takes then. Neither Means nor
// Variances is needed. Cost O(K (b M^2 + M^3)), with one solve for all functions:
//
//	dF/dA = sum_k g_k m_k' + 2 diag(h_k) (A S_k - A),   P = (dF/dA)' A
//	fixed q(v):  W as for one function
//	fixed q(u):  W = -1/2 (P + P') - A' diag(hs) A + 1/2 sum_k (S_k + m_k m_k' - I)
func (pb *Pullback) SharedCovariances(p *Prior, pr *Projection, m [][]float64, c, ac []*mat.Dense, g, h [][]float64, hs []float64, fixed Fixed) {
	pb.sharedA(pr, m, c, ac, g, h, hs)
	if fixed == QV {
		linalg.MulLower(pb.Kuu, true, false, -0.5, pb.Kfu, pr.A, 0)
	} else {
		pb.sharedMovingV(pr, m, c, hs)
	}
	linalg.SolveRight(pb.Kfu, p.L)
	pb.solve(p)
}

// sharedA writes dF/dA to Kfu.
func (pb *Pullback) sharedA(pr *Projection, m [][]float64, c, ac []*mat.Dense, g, h [][]float64, hs []float64) {
	for i, hi := range hs {
		row := pb.Kfu.RawRowView(i)
		for j, a := range pr.A.RawRowView(i)[:len(row)] {
			row[j] = -2 * hi * a
		}
		for k, mk := range m {
			gi := g[k][i]
			for j, v := range mk[:len(row)] {
				row[j] += gi * v
			}
		}
	}
	for k := range m {
		linalg.ScaleRows(pb.scaled, h[k], ac[k])
		linalg.Mul(pb.Kfu, false, true, 2, pb.scaled, c[k], 1)
	}
}

// sharedMovingV writes the lower triangle of W for fixed q(u) to Kuu.
func (pb *Pullback) sharedMovingV(pr *Projection, m [][]float64, c []*mat.Dense, hs []float64) {
	linalg.Mul(pb.Kuu, true, false, -1, pb.Kfu, pr.A, 0)
	linalg.Symmetrise(pb.Kuu)
	linalg.WeightedGram(pb.Kuu, -1, pr.A, hs, 1, pb.scaled)
	for k, mk := range m {
		linalg.MulLower(pb.Kuu, false, true, 0.5, c[k], c[k], 1)
		for i, mi := range mk {
			row := pb.Kuu.RawRowView(i)[:i+1]
			for j, v := range mk[:len(row)] {
				row[j] += 0.5 * mi * v
			}
			row[i] -= 0.5
		}
	}
}
