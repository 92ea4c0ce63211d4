package analysis

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Friedman is the test of whether k methods have the same mean rank over N data sets
// (Demsar 2006, JMLR 7). With R_j the mean rank of method j,
//
//	chi2 = 12 N / (k (k + 1)) (sum_j R_j^2 - k (k + 1)^2 / 4),
//	F = (N - 1) chi2 / (N (k - 1) - chi2), with k - 1 and (k - 1) (N - 1) degrees of freedom,
//
// the statistic of Iman and Davenport.
type Friedman struct {
	ChiSquared float64
	F, P       float64
}

// NewFriedman tests mean ranks over data sets, of which there must be two or more.
func NewFriedman(ranks []MeanRank, sets int) Friedman {
	var out Friedman
	k, n := float64(len(ranks)), float64(sets)
	squares := 0.0
	for _, r := range ranks {
		squares += r.Rank * r.Rank
	}
	out.ChiSquared = 12 * n / (k * (k + 1)) * (squares - k*(k+1)*(k+1)/4)
	out.F = math.Inf(1) // where all data sets rank the methods alike
	if rest := n*(k-1) - out.ChiSquared; rest > 1e-9*n*k {
		out.F = (n - 1) * out.ChiSquared / rest
	}
	out.P = friedmanP(out.F, k, n)
	return out
}

// friedmanP is the probability of at least F.
func friedmanP(f, k, n float64) float64 {
	switch {
	case f <= 0:
		return 1
	case math.IsInf(f, 1):
		return 0
	}
	return distuv.F{D1: k - 1, D2: (k - 1) * (n - 1)}.Survival(f)
}
