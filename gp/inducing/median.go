package inducing

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// MedianDistance returns the root of the median squared distance between
// different rows of x, over all N(N-1)/2 pairs. It is 1 if that would
// not be a valid lengthscale: with a single row, or half of all pairs at
// distance 0.
//
// Cost O(N^2 D) and N^2/2 numbers of memory.
func MedianDistance(x *mat.Dense) float64 {
	n, _ := x.Dims()
	pairs := make([]float64, 0, n*(n-1)/2)
	for i := range n {
		for j := range i {
			pairs = append(pairs, squaredDistance(x.RawRowView(i), x.RawRowView(j)))
		}
	}
	return RootMedian(pairs)
}

// RootMedian returns the root of the median of squared distances, which it sorts. It is 1
// if that would not be a valid lengthscale, as in MedianDistance.
func RootMedian(pairs []float64) float64 {
	if len(pairs) == 0 {
		return 1
	}
	slices.Sort(pairs)
	h := len(pairs) / 2
	median := pairs[h]
	if len(pairs)%2 == 0 {
		median = (pairs[h-1] + pairs[h]) / 2
	}
	if median == 0 {
		return 1
	}
	return math.Sqrt(median)
}
