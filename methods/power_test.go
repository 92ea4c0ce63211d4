package methods

import (
	"maps"
	"math"
	"slices"
	"testing"

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
