package data

import "math"

// Propensity holds the constants A and B of the propensities of labels (Jain, Prabhu & Varma,
// Extreme multi-label loss functions for recommendation, tagging, ranking & other missing label
// applications, 2016): the probability that a true label is also stated. The authors fitted them to
// a few data sets; the zero value stands for the values they give for all others, A = 0.55 and B =
// 1.5.
type Propensity struct{ A, B float64 }

// Inverse returns 1/p_l of each label l, which occurs in counts[l] of n training rows,
//
//	1/p_l = 1 + C exp(-A log(N_l + B)),  C = (log N - 1) (B + 1)^A,
//
// where C is at least 0; the formula is negative for one or two rows.
func (p Propensity) Inverse(counts []int, n int) []float64 {
	if p == (Propensity{}) {
		p = Propensity{A: 0.55, B: 1.5}
	}
	c := max(0, math.Log(float64(n))-1) * math.Pow(p.B+1, p.A)
	inverse := make([]float64, len(counts))
	for l, count := range counts {
		inverse[l] = 1 + c*math.Exp(-p.A*math.Log(float64(count)+p.B))
	}
	return inverse
}
