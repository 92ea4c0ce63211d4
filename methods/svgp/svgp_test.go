package svgp

import (
	"math/rand/v2"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// toy is a task of n rows in the plane.
func toy(n int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
}

func TestWalk(t *testing.T) {
	for _, whiten := range []bool{true, false} {
		for _, opt := range []string{"adam", "adadelta"} {
			cfg := New()
			cfg.Inducing, cfg.Batch, cfg.Learn, cfg.Iterations = method.Inputs(12), 0, nil, 3000
			cfg.Likelihood = "logit"
			cfg.Whiten, cfg.Optimiser = whiten, opt
			if opt == "adadelta" {
				cfg.Rate = 1
			}
			rec := &methodtest.Recorder{Every: 100}
			if _, err := cfg.Fit(t.Context(), toy(120), rec); err != nil {
				t.Fatal(err)
			}
			t.Log(whiten, opt, rec.Objectives[100], rec.Objectives[1000], rec.Objectives[2000], rec.Objectives[3000])
		}
	}
}
