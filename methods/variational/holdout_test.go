package variational

import (
	"testing"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/methodtest"
)

func TestHoldoutStops(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		s := configured(t, map[string]any{"inducing": 8, "iterations": 100000, "stop": "holdout", "check_every": 20, "holdout_tolerance": 1e-3})
		rec := &methodtest.Recorder{Every: 1 << 30}
		if _, err := Fit(t.Context(), toy(200, l.Outputs()), rec, s, l); err != nil {
			t.Fatal(err)
		}
		if rec.Last == 100000 || rec.Last%20 != 0 || rec.Last < 120 {
			t.Errorf("stopped after %d iterations", rec.Last)
		}
	})
}

// A fit that is interrupted between its last iteration and its end takes no
// further iteration when it goes on.
func TestHoldoutStopsAfterResume(t *testing.T) {
	l := cases[0].likelihood
	s := configured(t, map[string]any{"inducing": 4, "iterations": 100000, "stop": "holdout", "check_every": 5, "holdout_tolerance": 1e-2})
	whole := &methodtest.Recorder{Every: 1 << 30, States: map[int][]byte{}}
	if _, err := Fit(t.Context(), toy(100, 2), whole, s, l); err != nil {
		t.Fatal(err)
	}
	rest := &methodtest.Recorder{Every: 1 << 30, From: whole.Last, State: whole.States[whole.Last]}
	if _, err := Fit(t.Context(), toy(100, 2), rest, s, l); err != nil {
		t.Fatal(err)
	}
	if rest.Last != whole.Last {
		t.Errorf("stopped after %d iterations, after a resume at the end after %d", whole.Last, rest.Last)
	}
}
