package scmgpc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// noisy returns rows whose class depends on four of their columns, a tenth of them with any class.
func noisy(rows, columns int, seed uint64) *data.Memory {
	rng := rand.New(rand.NewPCG(seed, 5))
	x, y := mat.NewDense(rows, columns, nil), make([]int, rows)
	for i := range y {
		sum := 0.0
		for j := range columns {
			x.Set(i, j, rng.NormFloat64())
			if j < 4 {
				sum += x.At(i, j)
			}
		}
		if rng.Float64() < 1/(1+math.Exp(-0.7*sum)) {
			y[i] = 1
		}
		if rng.Float64() < 0.1 {
			y[i] = rng.IntN(2)
		}
	}
	return data.NewMemory(x, y)
}

// On noisy rows the augmented bound is largest where the kernel explains nothing, the bound without
// augmentations is not.
func TestKernelOfTheTighterBound(t *testing.T) {
	task := methodtest.Task(noisy(150, 13, 1), 2, 7)
	test := methodtest.Task(noisy(2000, 13, 2), 2, 7).Train
	nll := func(collapse bool) float64 {
		cfg := New()
		cfg.Inducing, cfg.Collapse = method.Inputs(20), collapse
		p, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{})
		if err != nil {
			t.Fatal(err)
		}
		nll, _ := methodtest.Score(p, 2, test)
		return nll
	}
	if by, own := nll(true), nll(false); by > own-0.03 {
		t.Errorf("NLL is %.3f, with the kernel of the augmented bound %.3f", by, own)
	}
}
