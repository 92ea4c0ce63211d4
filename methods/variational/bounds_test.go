package variational

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// ended returns a run that a search has ended, with options.
func ended(t *testing.T, task method.Task, l likelihood.Likelihood, options map[string]any) *fit {
	t.Helper()
	f := started(t, configured(t, options), task, l)
	if err := f.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	return f
}

// boxed returns kernel parameters as the option bounds sees them.
func (f *fit) boxed() []float64 {
	_, theta, _ := f.layout.split(f.x)
	names := f.elbo.priors[0].Kernel.Names()
	out := make([]float64, len(theta))
	for i, v := range theta {
		out[i] = v
		if strings.Contains(names[i%len(names)], "lengthscale") {
			out[i] = 2 * v
		}
	}
	return out
}

// With bounds every kernel parameter ends inside them, and where the bound of the model
// rises beyond them, on them: the derivatives that are left lead out of the box.
func TestBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		for _, share := range [][]string{{}, {"kernel", "inducing"}} {
			task := toy(40, l.Outputs())
			o := map[string]any{
				"inducing": 4, "batch": 0, "kernel": "se-ard+linear-ard", "noise": 0.1, "variance": 1.5, "lengthscale": 1.2, "share": share,
				"iterations": 4000, "optimiser": "lbfgs", "bounds": []any{-2.5, 1.0}, "tolerance": 1e-6, "freeze": 5,
			}
			f := ended(t, task, l, o)
			grad := make([]float64, len(f.x))
			if _, err := f.newTrial().objective(f.x, grad); err != nil {
				t.Fatal(err)
			}
			_, slope, _ := f.layout.split(grad)
			onBounds := 0
			for i, v := range f.boxed() {
				switch {
				case v < -2.5 || v > 1:
					t.Errorf("share %v: parameter %d is %v, outside", share, i, v)
				case v == -2.5 && slope[i] < 0 || v == 1 && slope[i] > 0:
					onBounds++
				case math.Abs(slope[i]) > 1e-3:
					t.Errorf("share %v: parameter %d is %v, its derivative %v", share, i, v, slope[i])
				}
			}
			if onBounds == 0 {
				t.Errorf("share %v: no parameter ends on a bound: %v", share, f.boxed())
			}
		}
	})
}

// Bounds that nothing meets leave the maximum where it is.
func TestWideBounds(t *testing.T) {
	task, l := toy(60, 2), likelihood.Bernoulli{Link: likelihood.Probit{}}
	o := map[string]any{"inducing": 5, "batch": 0, "noise": 0.1, "iterations": 10000, "tolerance": 1e-7, "optimiser": "lbfgs"}
	free := optimum(t, task, l, o)
	wide := optimum(t, task, l, with(o, map[string]any{"bounds": []any{-50, 50}}))
	if math.Abs(free-wide) > 1e-5 {
		t.Errorf("the bound is %.7f without bounds, %.7f with bounds that are not met", free, wide)
	}
}

func TestBoundsAreRefused(t *testing.T) {
	for _, c := range []struct {
		options map[string]any
		says    string
	}{
		{map[string]any{"optimiser": "scg"}, "the optimiser is scg"},
		{map[string]any{"optimiser": "adam"}, "the optimiser is adam"},
		{map[string]any{"optimiser": "auto", "batch": 10}, "the optimiser is adam"},
		{map[string]any{"learn": []string{"inducing"}}, "learn does not name"},
		{map[string]any{"variance": 20.0}, "log variance starts at 2.996, which is not within [-2, 2]"},
		{map[string]any{"noise": 1e-3}, "log noise starts at -6.908"},
		{map[string]any{"lengthscale": 3.0}, "log squared lengthscale 1 starts at 2.197"},
	} {
		o := with(map[string]any{"inducing": 4, "batch": 0, "kernel": "se-ard", "noise": 1.0, "lengthscale": 1.0, "iterations": 3, "bounds": []any{-2, 2}}, c.options)
		_, err := Fit(t.Context(), toy(30, 2), &methodtest.Recorder{}, configured(t, o), cases[0].likelihood)
		var refused *method.OptionError
		if !errors.As(err, &refused) || refused.Key != "bounds" || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v, want words %q", c.options, err, c.says)
		}
	}
	o := map[string]any{"inducing": 4, "lengthscale": 2.7, "iterations": 3, "noise": 0.0, "bounds": []any{-2, 2}} // lbfgs by auto, no noise
	if _, err := Fit(t.Context(), toy(30, 2), &methodtest.Recorder{}, configured(t, o), cases[0].likelihood); err != nil {
		t.Error(err)
	}
}
