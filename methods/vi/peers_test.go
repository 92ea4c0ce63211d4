package vi

import (
	"math"
	"testing"

	"gpcbench/data"
	"gpcbench/methods/methodtest"
)

// The authors' R code, as released, from the same start: inducing inputs by
// class, squared lengthscales at the median distance, noise 1, 249 iterations on
// the full batch. Neither program has converged by then, both are on their way to
// ever more certain functions, and the NLL depends on how far they are: after 25,
// 50, 100 and 249 iterations ours is .78, .96, 1.10, 1.09 on waveform with M = 15
// and .57, .60, .67, .75 on vehicle, theirs .91 and .69 at the end (.64 ours on
// vehicle with whiten, whose bound is worse). So the level is what can be asked
// for: NLL within a quarter, errors within 0.025.
func TestAgainstTheAuthorsCode(t *testing.T) {
	for _, c := range []struct {
		name       string
		classes, m int
		wrong, nll float64
	}{
		{"waveform3", 3, 15, .1750, .9092},
		{"waveform3", 3, 30, .1980, .9734},
		{"waveform3", 3, 60, .1950, .8991},
		{"vehicle_s1", 4, 76, .1176, .6884},
	} {
		train, rows, start := methodtest.Peers(t, c.name)
		task := methodtest.Task(train, c.classes, 1)
		rec := &methodtest.Recorder{Every: 1 << 30}
		p, err := configured(t, map[string]any{
			"kernel": "se-ard", "noise": 1.0, "lengthscale": start,
			"inducing": c.m, "inducing_init": "first-by-class", "batch": 0, "optimiser": "lbfgs", "iterations": 249,
		}).Fit(t.Context(), task, rec)
		if err != nil {
			t.Fatal(err)
		}
		nll, wrong := methodtest.Score(p, c.classes, data.NewExamples(rows, data.All(rows.Len()), nil))
		t.Logf("%s, M = %d: %d iterations, bound %.2f, error %.4f, NLL %.4f", c.name, c.m, rec.Last, rec.Objectives[rec.Last], wrong, nll)
		if math.Abs(nll-c.nll) > c.nll/4 || math.Abs(wrong-c.wrong) > 0.025 {
			t.Errorf("%s, M = %d: error %.4f, NLL %.4f, the authors' %.4f, %.4f", c.name, c.m, wrong, nll, c.wrong, c.nll)
		}
	}
}
