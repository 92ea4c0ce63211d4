package scmgpc

import (
	"math"
	"testing"
)

// TestRounds: rounds of (7) and (6) come to the fixed point, the first does not.
func TestRounds(t *testing.T) {
	for _, update := range []string{"derived", "paper"} {
		a := newAugmented(4, update, 0)
		mean, variance := [][]float64{{0.3}, {-1}, {0.5}, {2}}, [][]float64{{0.5}, {1}, {0.2}, {0.1}}
		want := a.row(0, mean, variance)
		for rounds, limit := range map[int]float64{1: 1, 5: 0.1, 200: 1e-12} {
			got := newAugmented(4, update, rounds).row(0, mean, variance)
			if far := math.Abs(got - want); far > limit*want || rounds == 1 && far < 0.01 {
				t.Errorf("%s, %d rounds: alpha %v, at the fixed point %v", update, rounds, got, want)
			}
		}
	}
}

// TestOverflow: with (6) as printed Gamma(alpha) of 1000 classes overflows, of 10 it does not.
func TestOverflow(t *testing.T) {
	for classes, want := range map[int]int{10: 0, 1000: 2} {
		for update, times := range map[string]int{"paper": want, "derived": 0} {
			a, counted := newAugmented(classes, update, 0), 0
			a.overflows = func(n int) { counted += n }
			rows := func(v float64) [][]float64 {
				out := make([][]float64, classes)
				for c := range out {
					out[c] = []float64{v, v}
				}
				return out
			}
			a.Local(rows(0), rows(0), []int{0, 1}, rows(0), rows(1))
			if counted != times {
				t.Errorf("%d classes, %s: %d overflows, want %d", classes, update, counted, times)
			}
		}
	}
	if !math.IsInf(math.Gamma(largestAlpha+1e-9), 1) || math.IsInf(math.Gamma(largestAlpha), 1) {
		t.Error("Gamma overflows elsewhere")
	}
}
