package variational

import (
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// A search that its iterations end says so, and one that has come to its end does not.
func TestSearchSaysThatItHasNotConverged(t *testing.T) {
	for iterations, want := range map[int]int{3: 1, 2000: 0} {
		rec := &methodtest.Recorder{Every: 1 << 30}
		s := configured(t, map[string]any{"inducing": 4, "batch": 0, "optimiser": "lbfgs", "iterations": iterations, "tolerance": 1e-6})
		if _, err := Fit(t.Context(), toy(30, 2), rec, s, cases[0].likelihood); err != nil {
			t.Fatal(err)
		}
		if got := rec.Events[method.EventSearchNotConverged]; got != want {
			t.Errorf("%d iterations at most: the event is counted %d times, want %d", iterations, got, want)
		}
	}
}
