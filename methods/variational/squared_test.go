package variational

import (
	"math"
	"slices"
	"testing"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/optim"
)

// Adam's first steps along a derivative are of one length whatever its scale, so that a
// lengthscale whose square is stepped moves half as far. (At the prior, before the first
// step, nothing depends on lengthscales.)
func TestAdamStepsSquaredLengthscales(t *testing.T) {
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		o := map[string]any{"inducing": 4, "batch": 10, "kernel": "se-ard", "noise": 0.1, "optimiser": "adam", "hyper_rate": 0.01}
		task := toy(40, l.Outputs())
		moved := func(squared bool) (f *fit, by []float64) {
			o["squared_lengthscales"] = squared
			f = started(t, configured(t, o), task, l)
			_, theta, _ := f.layout.split(f.x)
			before, steps := slices.Clone(theta), f.newSteps()
			for i := range 2 {
				if err := f.iterate(i+1, steps); err != nil {
					t.Fatal(err)
				}
			}
			for i, v := range theta {
				by = append(by, v-before[i])
			}
			return f, by
		}
		_, plain := moved(false)
		f, squared := moved(true)
		for i, v := range plain {
			if slices.Contains(f.lengthscales, i) {
				v /= 2
			}
			if v == 0 || math.Abs(squared[i]-v) > 1e-6 {
				t.Errorf("parameter %d moved by %v, want %v", i, squared[i], v)
			}
		}
	})
}

// A search ends at the same maximum whether lengthscales or their squares are stepped, if
// nothing but the kernel is learnt and it converges.
func TestSearchesOfSquaredLengthscales(t *testing.T) {
	o := map[string]any{"inducing": 4, "batch": 0, "kernel": "se-ard", "noise": 0.1, "optimiser": "lbfgs", "iterations": 3000, "learn": []any{"kernel"}, "tolerance": 1e-8}
	task := toy(40, 2)
	plain := ended(t, task, likelihood.Bernoulli{Link: likelihood.Probit{}}, o)
	o["squared_lengthscales"] = true
	squared := ended(t, task, likelihood.Bernoulli{Link: likelihood.Probit{}}, o)
	if squared.lengthscales == nil || slices.Equal(plain.x, squared.x) {
		t.Error("both went the same way")
	}
	a, err := plain.elbo.value(plain.at)
	if err != nil {
		t.Fatal(err)
	}
	b, err := squared.elbo.value(squared.at)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(a-b) > 1e-5*math.Abs(a) {
		t.Errorf("bounds %v and %v", a, b)
	}
}

// The search for the logarithms of squared lengthscales has half their derivatives.
func TestSquaredSearchHasTheDerivativesOfItsVariables(t *testing.T) {
	s := configured(t, map[string]any{"inducing": 3, "batch": 0, "kernel": "se-ard", "noise": 0.5, "squared_lengthscales": true})
	f := started(t, s, toy(20, 3), cases[2].likelihood)
	f.scatter()
	if want := 2 * f.layout.functions; len(f.lengthscales) != want {
		t.Fatalf("%d lengthscales, want %d", len(f.lengthscales), want)
	}
	objective := (&squaredSearch{fit: f, inner: optim.Search{Objective: f.newTrial().objective}, x: slices.Clone(f.x)}).objective
	x, grad, none := append([]float64(nil), f.x...), make([]float64, len(f.x)), make([]float64, len(f.x))
	f.scaleLengthscales(x, 2)
	if _, err := objective(x, grad); err != nil {
		t.Fatal(err)
	}
	for i := range x {
		const step = 1e-5
		x[i] += step
		up, _ := objective(x, none)
		x[i] -= 2 * step
		down, _ := objective(x, none)
		x[i] += step
		if want := (up - down) / (2 * step); math.Abs(grad[i]-want) > 1e-5*(1+math.Abs(want)) {
			t.Errorf("element %d: %g, differences %g", i, grad[i], want)
		}
	}
}
