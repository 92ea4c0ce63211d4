package mfsp

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// BenchmarkBound measures the bound with its derivatives by kernel and inducing inputs, for
// 1000 generated rows of 20 attributes and 300 inducing inputs, and what it is made of.
// Cold, the inner loop starts at a = 0 and takes 6 steps; warm, it starts where it ended for
// a variance that is 1% less, and takes 3. On one idle core of an AMD EPYC:
//
//	bound, cold  40 ms
//	bound, warm  31 ms
func BenchmarkBound(b *testing.B) {
	task := methodtest.Task(methodtest.Blobs(1000, 20, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	cfg := New()
	cfg.Inducing, cfg.Kernel = method.Inputs(300), "se-ard"
	for _, start := range []string{"cold", "warm"} {
		run, loop, err := cfg.start(b.Context(), task, &methodtest.Recorder{})
		if err != nil {
			b.Fatal(err)
		}
		if start == "warm" {
			if err := loop.Converge(); err != nil {
				b.Fatal(err)
			}
		}
		x := run.X()
		x[0] += math.Log(1.01) // the variance
		grad := make([]float64, len(x))
		b.Run(start, func(b *testing.B) {
			methodtest.Fastest(b, func() {
				x[0] += 1e-12 // another point: what was worked out last is kept
				if _, err := run.Objective(x, grad); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
	run, loop, err := cfg.start(b.Context(), task, &methodtest.Recorder{})
	if err != nil {
		b.Fatal(err)
	}
	x := run.X()
	if _, err := run.Objective(x, make([]float64, len(x))); err != nil {
		b.Fatal(err)
	}
	g, step := run.Groups[0], make([]float64, 1000)
	to := sparse.Gradient{Theta: make([]float64, g.Prior.Kernel.NumParams()), Z: mat.NewDense(300, 20, nil)}
	phase := func(do func() error) func() {
		return func() {
			if err := do(); err != nil {
				b.Fatal(err)
			}
		}
	}
	methodtest.Breakdown(b, []methodtest.Phase{
		{Name: "prior", Do: phase(func() error {
			_, err := g.Prior.Set(g.Prior.Kernel)
			g.Prior.Project(g.Projection)
			return err
		})},
		{Name: "inner loop: prepare", Do: phase(loop.prepare)},
		{Name: "inner loop: step", Do: phase(func() error {
			_, err := loop.direction(step)
			ascend(loop, slices.Clone(loop.free()), step)
			return err
		})},
		{Name: "gradient", Do: func() { loop.Gradient(to, g, 0) }},
	})
}
