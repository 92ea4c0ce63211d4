package analysis

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// Friedman is the test of whether k methods have the same mean rank over N data sets, and
// how far two mean ranks must lie apart to differ (Demsar 2006, JMLR 7). With R_j the mean
// rank of method j,
//
//	chi2 = 12 N / (k (k + 1)) (sum_j R_j^2 - k (k + 1)^2 / 4),
//	F = (N - 1) chi2 / (N (k - 1) - chi2), with k - 1 and (k - 1) (N - 1) degrees of freedom,
//
// the statistic of Iman and Davenport. Two methods differ at the level of 5% by the test
// of Nemenyi where their mean ranks lie more than
//
//	CD = q sqrt(k (k + 1) / (6 N))
//
// apart, q the 95% point of the studentized range of k normal numbers over sqrt(2).
type Friedman struct {
	ChiSquared float64
	F, P       float64
	Critical   float64 // CD
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
	out.Critical = studentizedRange(1-Level, len(ranks)) / math.Sqrt2 * math.Sqrt(k*(k+1)/(6*n))
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

// studentizedRange is the number that the range of k independent standard normal numbers
// exceeds with a probability of alpha: the root of
//
//	k int phi(z) (Phi(z) - Phi(z - q))^(k-1) dz = 1 - alpha.
func studentizedRange(alpha float64, k int) float64 {
	below := func(q float64) float64 {
		return float64(k) * quad.Fixed(func(z float64) float64 {
			return distuv.UnitNormal.Prob(z) * math.Pow(distuv.UnitNormal.CDF(z)-distuv.UnitNormal.CDF(z-q), float64(k-1))
		}, -9, 9, 128, nil, 0)
	}
	low, high := 0.0, 20.0
	for range 60 {
		if q := (low + high) / 2; below(q) < 1-alpha {
			low = q
		} else {
			high = q
		}
	}
	return (low + high) / 2
}
