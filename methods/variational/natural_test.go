package variational

import (
	"errors"
	"maps"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// One natural step of length 1 ends at the exact posterior of regression, whose bound is
// Titsias (6), and with the training rows as inducing inputs the evidence.
func TestNaturalStepOfRegression(t *testing.T) {
	l := gaussian{0.3}
	for _, inducing := range []any{6, "all"} {
		options := map[string]any{"inducing": inducing, "batch": 0, "learn": []string{}, "optimiser": "natural", "natural_rate": 1.0, "iterations": 1, "kernel": "se-ard", "lengthscale": 0.8, "noise": 0.1}
		r := newRegression(t, started(t, configured(t, with(options, map[string]any{"optimiser": "lbfgs", "natural_rate": 0.0})), toy(40, 2), l), l)
		got, want := optimum(t, toy(40, 2), l, options), r.logDensity(t, nil, r.qnn)-r.residual/(2*l.variance)
		if inducing == "all" {
			want = r.logDensity(t, nil, r.kmm)
		}
		if math.Abs(got-want) > 1e-10*math.Abs(want) {
			t.Errorf("inducing %v: bound %.12f, (6) %.12f", inducing, got, want)
		}
	}
}

// On the full batch natural gradients end where L-BFGS does, for q alone.
func TestNaturalFixedPointIsTheOptimum(t *testing.T) {
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		task := toy(60, l.Outputs())
		o := map[string]any{"inducing": 6, "noise": 0.1, "batch": 0, "learn": []string{}}
		want := optimum(t, task, l, with(o, map[string]any{"optimiser": "lbfgs", "iterations": 1000}))
		got := optimum(t, task, l, with(o, map[string]any{"optimiser": "natural", "iterations": 300}))
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("bound %.9f, by L-BFGS %.9f", got, want)
		}
	})
}

// With kernels and inducing inputs they end as high as L-BFGS does, but for what the last
// steps of Adam are off: whatever is kept while the kernel moves.
func TestNaturalLearnsKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	task, l := toy(100, 2), likelihood.Bernoulli{Link: likelihood.Probit{}}
	o := map[string]any{"inducing": 8, "batch": 0}
	want := optimum(t, task, l, with(o, map[string]any{"optimiser": "lbfgs", "iterations": 1000}))
	for _, keep := range []map[string]any{{"whiten": true}, {"whiten": false}, {"dual": true}} {
		got := optimum(t, task, l, with(with(o, keep), map[string]any{"optimiser": "natural", "iterations": 3000}))
		if math.Abs(got-want) > 0.05 {
			t.Errorf("%v: bound %.4f, by L-BFGS %.4f", keep, got, want)
		}
	}
}

// A fit that goes on from a checkpoint predicts the same and counts the same events.
func TestNaturalResume(t *testing.T) {
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		task := toy(40, l.Outputs())
		s := configured(t, map[string]any{"optimiser": "natural", "inducing": 5, "batch": 7, "iterations": 20, "dual": true, "stop": "holdout", "check_every": 3, "holdout_tolerance": 1e-9})
		s.Freeze = 6
		x, _ := task.Train.ReadAll()
		whole := &methodtest.Recorder{States: map[int][]byte{}}
		p, err := Fit(t.Context(), task, whole, s, l)
		if err != nil {
			t.Fatal(err)
		}
		want := predictions(p, l, x)
		for _, at := range []int{1, 9, 20} {
			rest := whole.Interrupted(at)
			p, err := Fit(t.Context(), task, rest, s, l)
			if err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(predictions(p, l, x), want) || !maps.Equal(rest.Events, whole.Events) {
				t.Errorf("a fit resumed after iteration %d differs, or counts %v and not %v", at, rest.Events, whole.Events)
			}
		}
	})
}

// Held-out rows end a fit, and not before the kernel was released.
func TestNaturalHoldout(t *testing.T) {
	l := likelihood.Bernoulli{Link: likelihood.Probit{}}
	s := configured(t, map[string]any{"optimiser": "natural", "batch": 50, "inducing": 8, "iterations": 100000, "stop": "holdout", "check_every": 20, "holdout_tolerance": 1e-3})
	s.Freeze = 100
	rec := &methodtest.Recorder{Every: 1 << 30}
	if _, err := Fit(t.Context(), toy(200, 2), rec, s, l); err != nil {
		t.Fatal(err)
	}
	if rec.Last == 100000 || rec.Last%20 != 0 || rec.Last < 220 {
		t.Errorf("stopped after %d iterations", rec.Last)
	}
}

// Options that natural gradients do not have, and theirs without them, are refused.
func TestNaturalRefuses(t *testing.T) {
	for _, c := range []struct {
		key     string
		options map[string]any
	}{
		{"averaged", map[string]any{"optimiser": "natural", "averaged": true}},
		{"trace_calls", map[string]any{"optimiser": "natural", "trace_calls": true}},
		{"bounds", map[string]any{"optimiser": "natural", "bounds": []any{-3.0, 3.0}}},
		{"squared_lengthscales", map[string]any{"optimiser": "natural", "squared_lengthscales": true}},
		{"optimiser", map[string]any{"optimiser": "adam", "dual": true}},
		{"optimiser", map[string]any{"optimiser": "lbfgs", "natural_rate": 0.5}},
	} {
		var wrong *method.OptionError
		_, err := Fit(t.Context(), toy(20, 2), &methodtest.Recorder{}, configured(t, with(c.options, map[string]any{"inducing": 5})), cases[0].likelihood)
		if !errors.As(err, &wrong) || wrong.Key != c.key {
			t.Errorf("%v: error %v, want one of %s", c.options, err, c.key)
		}
	}
}
