package statistics

import (
	"slices"
	"testing"
)

func TestSigns(t *testing.T) {
	seen := map[[3]float64]bool{}
	for s := range Signs(3, 8) {
		if len(seen) == 0 && !slices.Equal(s, []float64{1, 1, 1}) {
			t.Errorf("the first vector is %v", s)
		}
		seen[[3]float64(s)] = true
	}
	if len(seen) != 8 {
		t.Errorf("%d of 8 vectors of 3 signs", len(seen))
	}
	count, ups := 0, 0.0
	for s := range Signs(40, 5000) {
		count++
		ups += s[39]
	}
	if count != 5000 || ups < -300 || ups > 300 { // four standard deviations
		t.Errorf("%d drawn vectors, whose last signs add up to %g", count, ups)
	}
}
