package analysis

import (
	"cmp"
	"slices"
)

// holm returns p-values adjusted for the number of tests (Holm 1979).
func holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out := make([]float64, len(p))
	highest := 0.0
	for i, at := range order {
		highest = max(highest, min(1, float64(len(p)-i)*p[at]))
		out[at] = highest
	}
	return out
}
