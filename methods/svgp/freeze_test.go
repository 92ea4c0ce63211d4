package svgp

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// A fit that stops by held-out rows learns its kernel first, however long q alone has moved.
func TestHoldoutWaitsForTheKernel(t *testing.T) {
	for optimiser, further := range map[string]map[string]any{
		"adam":  {"batch": int64(50), "freeze": int64(3000)},
		"lbfgs": {"check_every": int64(1), "holdout_tolerance": 1e-3, "freeze": int64(1000)},
	} {
		options := map[string]any{
			"inducing": int64(10), "iterations": int64(30000), "stop": "holdout", "optimiser": optimiser, "kernel": "se", "lengthscale": 5.0, "noise": 0.0, "learn": []any{},
		}
		for key, value := range further {
			options[key] = value
		}
		parameters := func(learn ...any) []float64 {
			cfg := New()
			options["learn"] = learn
			if err := method.Decode(cfg, options); err != nil {
				t.Fatal(err)
			}
			task := methodtest.Task(methodtest.Blobs(400, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
			p, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{Every: 1 << 30})
			if err != nil {
				t.Fatal(err)
			}
			k := p.(*sparse.Classifier).Kernels()[0]
			theta := make([]float64, k.NumParams())
			k.Params(theta)
			return theta
		}
		if start, end := parameters(), parameters("kernel"); slices.Equal(start, end) {
			t.Errorf("%s: the kernel is that of the start, %v", optimiser, end)
		}
	}
}
