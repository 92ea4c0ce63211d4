package gfitc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// Combinations of sweeps alone end far from the fixed point of contradictory rows that have
// hardly any noise, at a log Z_EP that is too high: the fit then stays where it began. Plain
// sweeps get there, so that a fit ends where it ends from any start.
func TestContradictoryRows(t *testing.T) {
	for _, c := range []int{2, 3} {
		var want float64
		for _, noise := range []float64{1, 1e-5, 1e-6} {
			cfg := New()
			if err := method.Decode(cfg, map[string]any{"kernel": "se", "standardise": false, "lengthscale": 1.0, "variance": 1.0, "noise": noise,
				"inducing": "all", "learn": []string{"kernel"}, "share": []string{"kernel", "inducing"}}); err != nil {
				t.Fatal(err)
			}
			rec := &methodtest.Recorder{}
			if _, err := cfg.Fit(t.Context(), methodtest.Task(methodtest.Contradictory(c), c, 7), rec); err != nil {
				t.Fatal(err)
			}
			got := rec.Objectives[rec.Last]
			if noise == 1 {
				want = got
			}
			if math.Abs(got-want) > 1e-3 {
				t.Errorf("%d classes from a noise of %g: log Z_EP %v after %d iterations, from 1 %v; %v", c, noise, got, rec.Last, want, rec.Events)
			}
		}
	}
}

// Sweeps that rest for longer than accelerated ones are given come to the fixed point when
// plain ones have had their turn.
func TestSweepsTakeTurns(t *testing.T) {
	evidence := func(tolerance float64) float64 {
		cfg := New()
		if err := method.Decode(cfg, map[string]any{"standardise": false, "lengthscale": 3.0, "variance": 1.0, "noise": 1e-3,
			"inducing": 10, "learn": []string{}, "ep_tolerance": tolerance}); err != nil {
			t.Fatal(err)
		}
		rec := &methodtest.Recorder{}
		if _, err := cfg.Fit(t.Context(), methodtest.Task(methodtest.Blobs(60, 2, 3, rand.New(rand.NewPCG(5, 6))), 3, 7), rec); err != nil {
			t.Fatal(err)
		}
		if len(rec.Events) > 0 {
			t.Errorf("ep_tolerance %g: %v", tolerance, rec.Events)
		}
		return rec.Objectives[rec.Last]
	}
	if got, limit := evidence(1e-3), evidence(1e-7); math.Abs(got-limit) > 0.01 {
		t.Errorf("log Z_EP %v at the default tolerance, %v at its limit", got, limit)
	}
}
