package analysis

import (
	"cmp"
	"slices"
)

// holm returns p-values adjusted for the number of tests (Holm 1979).
func holm(p []float64) []float64 {
	out := make([]float64, len(p))
	highest := 0.0
	for i, at := range ascending(p) {
		highest = max(highest, min(1, float64(len(p)-i)*p[at]))
		out[at] = highest
	}
	return out
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
