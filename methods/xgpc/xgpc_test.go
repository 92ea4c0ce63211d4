package xgpc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// toy is a task of n rows in the plane.
func toy(n int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
}

// Coordinate ascent never lowers the bound.
func TestFullBatchBoundRises(t *testing.T) {
	cfg := New()
	cfg.Inducing, cfg.Batch, cfg.Learn, cfg.Iterations = method.Inputs(12), 0, nil, 40
	rec := &methodtest.Recorder{}
	if _, err := cfg.Fit(t.Context(), toy(120), rec); err != nil {
		t.Fatal(err)
	}
	for i := 2; i <= 40; i++ {
		if now, before := rec.Objectives[i], rec.Objectives[i-1]; now < before-1e-9 {
			t.Errorf("iteration %d: bound falls from %v to %v", i, before, now)
		}
	}
	t.Log(rec.Objectives[1], rec.Objectives[2], rec.Objectives[40])
}

// An independent computation of coordinate ascent in the coordinates of u with
// numpy, 1e-12 from its fixed point, and of (14) by a trapezium rule with 6001
// points: inducing inputs are the first 30 training rows, the noise is 1e-3.
func TestAgainstNumpy(t *testing.T) {
	for _, c := range []struct {
		name                          string
		train, test                   data.Index
		lengthscale, variance         float64
		wantBound, wantNLL, wantError float64
	}{
		{"banana", nil, nil, 0.5, 2.25, -169.414246871, 0.324198751, 0.121020},
		{"diabetis", data.Range{From: 77, To: 768}, data.Range{From: 0, To: 77}, 3, 1, -352.622502108, 0.587693592, 0.324675},
	} {
		ds := methodtest.Mirror(t, c.name)
		if c.train == nil {
			c.train, c.test = ds.Splits[0].Train, ds.Splits[0].Test
		}
		task, test := methodtest.Standardised(ds, c.train, c.test, 1)
		cfg := New()
		err := method.Decode(cfg, map[string]any{
			"inducing": 30, "inducing_init": "first", "batch": 0, "learn": []string{}, "iterations": 200,
			"lengthscale": c.lengthscale, "variance": c.variance, "noise": 1e-3,
		})
		if err != nil {
			t.Fatal(err)
		}
		rec := &methodtest.Recorder{}
		p, err := cfg.Fit(t.Context(), task, rec)
		if err != nil {
			t.Fatal(err)
		}
		nll, wrong := methodtest.Score(p, 2, test)
		t.Logf("%s: bound %.9f, NLL %.9f, error %.6f", c.name, rec.Objectives[200], nll, wrong)
		if math.Abs(rec.Objectives[200]-c.wantBound) > 1e-6 || math.Abs(nll-c.wantNLL) > 1e-7 || math.Abs(wrong-c.wantError) > 1e-5 {
			t.Errorf("%s: want %.9f, %.9f, %.6f", c.name, c.wantBound, c.wantNLL, c.wantError)
		}
	}
}
