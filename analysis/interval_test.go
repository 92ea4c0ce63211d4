package analysis

import (
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The interval of a median has the ranks that the binomial distribution gives, also
// of so many values that the probability of none below the median is 0.
func TestIntervalRank(t *testing.T) {
	for _, n := range []int{6, 7, 10, 20, 100, 1000, 1075, 2000, 20000} {
		k := intervalRank(n)
		b := distuv.Binomial{N: float64(n), P: 0.5}
		if k < 1 || 2*b.CDF(float64(k-1)) > 0.05 || 2*b.CDF(float64(k)) <= 0.05 {
			t.Errorf("rank %d of %d values", k, n)
		}
	}
	if k := intervalRank(5); k != 0 {
		t.Errorf("rank %d of 5 values, which are too few", k)
	}
}
