package metrics

import (
	"slices"
	"sort"
)

// areaUnderROC returns the share of pairs of a positive and a negative in which the positive's
// probability is the larger; a tie counts as half a pair. It sorts the positives.
func areaUnderROC(positives, negatives []float64) float64 {
	slices.Sort(positives)
	above, pairs := wins(positives, negatives)
	return float64(above) / float64(pairs)
}

// halves counts half pairs: whole numbers, so that the order of adding does not matter.
type halves int64

// wins counts the pairs of a positive and a negative in which the positive is the larger, and
// all pairs. positives must be sorted. It takes O(negatives log positives) time.
func wins(positives, negatives []float64) (above, pairs halves) {
	n := len(positives)
	for _, v := range negatives {
		from := sort.SearchFloat64s(positives, v)
		to := from
		if from < n && positives[from] == v {
			to = from + sort.Search(n-from, func(j int) bool { return positives[from+j] > v })
		}
		above += halves(2*(n-to) + to - from)
	}
	return above, halves(2 * n * len(negatives))
}
