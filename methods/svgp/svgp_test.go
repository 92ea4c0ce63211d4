package svgp

import (
	"math"
	"testing"

	"gpcbench/data"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// configured returns the defaults with options.
func configured(t *testing.T, options map[string]any) *Config {
	t.Helper()
	cfg := New()
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	return cfg
}

// An independent computation with numpy: natural-gradient steps in the
// coordinates of u with 80 quadrature nodes to the fixed point, and predictions
// by a trapezium rule with 6001 points. Inducing inputs are the first 30
// training rows, the noise is 1e-3.
func TestAgainstNumpy(t *testing.T) {
	for _, c := range []struct {
		name, link            string
		lengthscale, variance float64
		bound, nll, wrong     float64
	}{
		{"banana", "logit", 0.5, 2.25, -159.883144159, 0.320408853, 0.120000},
		{"banana", "probit", 0.5, 2.25, -158.474418037, 0.289813710, 0.117755},
		{"diabetis", "logit", 3, 1, -349.404170654, 0.588569748, 0.324675},
		{"diabetis", "probit", 3, 1, -354.015450565, 0.607718359, 0.311688},
	} {
		ds := methodtest.Mirror(t, c.name)
		split := data.Split{Train: data.Range{From: 77, To: 768}, Test: data.Range{From: 0, To: 77}}
		if c.name == "banana" {
			split = ds.Splits[0]
		}
		task, test := methodtest.Standardised(ds, split.Train, split.Test, 1)
		rec := &methodtest.Recorder{Every: 1 << 30}
		p, err := configured(t, map[string]any{
			"inducing": 30, "inducing_init": "first", "batch": 0, "learn": []string{}, "iterations": 500, "optimiser": "lbfgs",
			"likelihood": c.link, "lengthscale": c.lengthscale, "variance": c.variance, "noise": 1e-3,
		}).Fit(t.Context(), task, rec)
		if err != nil {
			t.Fatal(err)
		}
		bound := rec.Objectives[rec.Last]
		nll, wrong := methodtest.Score(p, 2, test)
		t.Logf("%s, %s: %d iterations, bound %.9f, NLL %.9f, error %.6f", c.name, c.link, rec.Last, bound, nll, wrong)
		if math.Abs(bound-c.bound) > 1e-6 || math.Abs(nll-c.nll) > 1e-7 || math.Abs(wrong-c.wrong) > 1e-5 {
			t.Errorf("%s, %s: want %.9f, %.9f, %.6f", c.name, c.link, c.bound, c.nll, c.wrong)
		}
	}
}

var _ method.Latent = (*sparse.Classifier)(nil)
