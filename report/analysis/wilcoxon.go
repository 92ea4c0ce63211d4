package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// exactRanks is the number of differences up to which Wilcoxon's distribution
// is enumerated.
const exactRanks = 25

// SignedRank is a signed rank test of differences.
type SignedRank struct {
	n     int     // differences that are not zero
	zeros int     // differences that are, which are left out (Wilcoxon 1945)
	plus  float64 // sum of the ranks of positive differences, ties at their mean rank
	P     float64 // two-sided; 1 if n is 0
	exact bool
}

// wilcoxon tests whether differences are symmetric about zero. Up to 25
// differences the p-value is exact, given the ranks (ties included): each of
// the 2^n choices of signs is as likely as any other. Above, it is normal with
// the variance corrected for ties, without a continuity correction.
func wilcoxon(differences []float64) SignedRank {
	var d []float64
	for _, x := range differences {
		if x != 0 {
			d = append(d, x)
		}
	}
	r := SignedRank{n: len(d), zeros: len(differences) - len(d), P: 1, exact: len(d) <= exactRanks}
	if r.n == 0 {
		return r
	}
	magnitudes := make([]float64, r.n)
	for i, x := range d {
		magnitudes[i] = math.Abs(x)
	}
	ranks := meanRanks(magnitudes)
	for i, x := range d {
		if x > 0 {
			r.plus += ranks[i]
		}
	}
	total := float64(r.n*(r.n+1)) / 2
	if r.exact {
		r.P = exactSigns(ranks, min(r.plus, total-r.plus))
		return r
	}
	variance := 0.0 // sum of squared ranks / 4, which has the correction for ties in it
	for _, rank := range ranks {
		variance += rank * rank / 4
	}
	z := math.Abs(r.plus-total/2) / math.Sqrt(variance)
	r.P = 2 * distuv.UnitNormal.Survival(z)
	return r
}

// ascending returns the places of numbers from the least to the largest, of equal ones in their
// order.
func ascending(x []float64) []int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	return order
}

// tied is how far apart numbers are, as a share of the larger, that differ by rounding alone: 0.23 -
// 0.21 and 0.25 - 0.23 are one.
const tied = 1e-9

// meanRanks returns the ranks from 1, ties at their mean.
func meanRanks(x []float64) []float64 {
	order := ascending(x)
	ranks := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]]-x[order[i]] <= tied*max(math.Abs(x[order[i]]), math.Abs(x[order[j]])) {
			j++
		}
		for k := i; k < j; k++ {
			ranks[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return ranks
}

// exactSigns returns the two-sided probability of a rank sum of at most least
// under random signs. Ranks are halves of whole numbers, so that sums are
// counted at twice their value.
func exactSigns(ranks []float64, least float64) float64 {
	top := len(ranks) * (len(ranks) + 1) // twice the sum of all ranks
	ways := make([]float64, top+1)
	ways[0] = 1
	for _, rank := range ranks {
		twice := int(math.Round(2 * rank))
		for s := top; s >= twice; s-- {
			ways[s] += ways[s-twice]
		}
	}
	below := 0.0
	for s := 0; s <= int(math.Round(2*least)); s++ {
		below += ways[s]
	}
	return min(1, 2*below/math.Pow(2, float64(len(ranks))))
}
