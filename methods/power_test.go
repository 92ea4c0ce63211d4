package methods

import (
	"maps"
	"math"
	"slices"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// Power EP of a power near 0 is the best q of the variational bound: the same objective and the same
// probabilities as by other programs of the project, with inducing inputs and without.
func TestPowerEPMeetsTheVariationalBound(t *testing.T) {
	task, x := blobs(2)
	for _, c := range []struct {
		ep, other string
		options   map[string]any
	}{
		{"ep-fitc", "svgp", map[string]any{"inducing": 10, "inducing_init": "random"}},
		{"ep-full", "kl", nil},
	} {
		var objective [2]float64
		var probability [2][]float64
		for i, name := range []string{c.ep, c.other} {
			more := map[string]any{"kernel": "se", "lengthscale": 2.0, "variance": 0.5, "noise": 0.1, "learn": []any{}}
			for key, v := range c.options {
				more[key] = v
			}
			for key, v := range map[string]map[string]any{
				"ep-fitc": {"alpha": 1e-9, "ep_tolerance": 1e-10},
				"ep-full": {"alpha": 1e-9, "ep_tolerance": 1e-10},
				"svgp":    {"likelihood": "probit", "batch": 0, "optimiser": "lbfgs", "iterations": 2000, "tolerance": 1e-10},
				"kl":      {"likelihood": "probit", "site_tolerance": 1e-9},
			}[name] {
				more[key] = v
			}
			cfg, _, err := New(name, more)
			if err != nil {
				t.Fatal(err)
			}
			rec := &methodtest.Recorder{}
			p, err := cfg.Fit(t.Context(), task, rec)
			if err != nil {
				t.Fatal(err)
			}
			objective[i] = rec.Objectives[slices.Max(slices.Collect(maps.Keys(rec.Objectives)))]
			probability[i] = probabilities(p, 2, x).RawMatrix().Data
		}
		if math.Abs(objective[0]-objective[1]) > 1e-6 {
			t.Errorf("%s: log Z %.9f, bound of %s %.9f", c.ep, objective[0], c.other, objective[1])
		}
		for i, want := range probability[1] {
			if math.Abs(probability[0][i]-want) > 1e-5 {
				t.Errorf("%s, value %d: probability %.8f, of %s %.8f", c.ep, i, probability[0][i], c.other, want)
			}
		}
	}
}

// Sweeps of small powers converge under wide priors too, where the factor of damping that does elsewhere lets them
// cycle, and the evidence falls with the power to the bound.
func TestWeakPowersConvergeUnderWidePriors(t *testing.T) {
	task, _ := blobs(2)
	fit := func(name string, more map[string]any) float64 {
		options := map[string]any{"kernel": "se", "lengthscale": 2.0, "learn": []any{}}
		maps.Copy(options, more)
		cfg, _, err := New(name, options)
		if err != nil {
			t.Fatal(err)
		}
		rec := &methodtest.Recorder{}
		if _, err := cfg.Fit(t.Context(), task, rec); err != nil {
			t.Fatal(err)
		}
		if rec.Events[method.EventEPNotConverged] > 0 {
			t.Errorf("%s, %v: not converged", name, more)
		}
		return rec.Objectives[rec.Last]
	}
	for _, variance := range []float64{100, 1000, 10000} {
		bound := fit("kl", map[string]any{"variance": variance, "likelihood": "probit"})
		for _, alpha := range []float64{0.02, 0.001, 1e-9} {
			above := fit("ep-full", map[string]any{"variance": variance, "alpha": alpha}) - bound
			// The nodes of kl leave some 0.01 at such variances.
			if !(above > -0.02 && above < 0.02+100*alpha) {
				t.Errorf("variance %v, power %v: log Z is above the bound by %v", variance, alpha, above)
			}
		}
	}
}
