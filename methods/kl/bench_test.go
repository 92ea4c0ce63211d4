package kl

import (
	"math"
	"testing"

	"gpcbench/methods/methodtest"
)

// BenchmarkEvaluation measures a value of the bound with its gradient at N = 400, D = 2, on
// the first split of banana, from the prior (cold) and from the sites of a kernel whose
// parameters are all larger by 5 in a hundred (warm), and what it is made of: 15 and 9 ms,
// 5 and 3 sweeps, on one idle core of an AMD EPYC.
func BenchmarkEvaluation(b *testing.B) {
	ds := methodtest.Mirror(b, "banana")
	task, _ := methodtest.Standardised(ds, ds.Splits[0].Train, ds.Splits[0].Test, 1)
	run, in := started(b, task, map[string]any{"kernel": "se-ard", "lengthscale": 0.5, "variance": 2.25, "noise": 0.0, "site_tolerance": New().SiteTolerance})
	at, near := run.X(), run.X()
	for i := range run.Layout.KernelSize() {
		near[i] += math.Log(1.05)
	}
	grad := make([]float64, len(at))
	objective := func(x []float64) {
		if _, err := run.Objective(x, grad); err != nil {
			b.Fatal(err)
		}
	}
	cold := make([]float64, len(in.State()))
	objective(near)
	warm := append([]float64(nil), in.State()...)

	a := in.ascent
	evaluate := func(from []float64) func() {
		return func() {
			if _, err := run.Layout.Unpack(in.prior, in.prior.Kernel, at, 0); err != nil {
				b.Fatal(err)
			}
			copy(in.State(), from)
			if err := in.Converge(); err != nil {
				b.Fatal(err)
			}
			clear(grad)
			in.Gradient(gradientOf(run, grad), run.Groups[0], 0)
		}
	}
	methodtest.Breakdown(b, []methodtest.Phase{
		{Name: "cold", Do: evaluate(cold)},
		{Name: "warm", Do: evaluate(warm)},
		{Name: "prior", Do: func() {
			if _, err := run.Layout.Unpack(in.prior, in.prior.Kernel, at, 0); err != nil {
				b.Fatal(err)
			}
		}},
		{Name: "sweep", Do: func() {
			if err := a.RefreshMeans(); err != nil {
				b.Fatal(err)
			}
		}},
		{Name: "gradient", Do: func() { in.Gradient(gradientOf(run, grad), run.Groups[0], 0) }},
	})
}
