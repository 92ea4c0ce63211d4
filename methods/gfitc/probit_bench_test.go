package gfitc

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// BenchmarkProbit measures log Z_EP of binary probit with its derivatives by kernel
// parameters and inducing inputs, EP from no sites (cold) and from those of a point where
// each parameter differs by at most 0.02 (warm), and what a value is made of. In
// milliseconds on one idle core of an EPYC with AVX-512, beside GPML 3.6 under Octave with
// OpenBLAS on one core of such a machine:
//
//	                                  cold   warm   GPML, warm
//	EPFitc (N = 1000, M = 300, D = 20)  22      9   2800
//	full   (N = 400, D = 2)              6      2    640
//
// EPFitc takes eight sweeps cold, the first without sites, and three or four warm, of 2.0
// each, and 4.3 for the derivatives; two thirds of all that are in products and solves.
func BenchmarkProbit(b *testing.B) {
	fitc, full := NewBinary(), NewFull()
	fitc.Inducing, fitc.InducingInit = method.Inputs(300), "random"
	fitc.Kernel, full.Kernel = "se-ard", "se-ard"
	for _, c := range []struct {
		name       string
		rows, dims int
		start      func(context.Context, method.Task, method.Recorder) (*nested.Fit, *ep, error)
	}{
		{"EPFitc/N=1000,M=300,D=20", 1000, 20, fitc.start},
		{"full/N=400,D=2", 400, 2, full.start},
	} {
		b.Run(c.name, func(b *testing.B) {
			task := methodtest.Task(methodtest.Blobs(c.rows, c.dims, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
			begin := func() (*nested.Fit, *ep) {
				f, e, err := c.start(b.Context(), task, &methodtest.Recorder{})
				if err != nil {
					b.Fatal(err)
				}
				return f, e
			}
			cold, e := begin()
			b.Run("cold", func(b *testing.B) { values(b, cold, displaced(cold, 1), displaced(cold, 0)) })
			warm, w := begin()
			copy(w.State(), e.sites)
			b.Run("warm", func(b *testing.B) { values(b, warm, displaced(warm, 1), displaced(warm, -1)) })
			g := cold.Groups[0]
			to := sparse.Gradient{Theta: make([]float64, cold.Layout.P), Z: mat.NewDense(g.Prior.M(), c.dims, nil)}
			methodtest.Breakdown(b, []methodtest.Phase{
				{Name: "prior", Do: func() {
					if _, err := g.Prior.Set(g.Prior.Kernel); err != nil {
						b.Fatal(err)
					}
				}},
				{Name: "sweep", Do: func() {
					if err := e.refresh(); err != nil {
						b.Fatal(err)
					}
					e.propose()
				}},
				{Name: "gradient", Do: func() { e.Gradient(to, g, 0) }},
			})
		})
	}
}

// displaced returns parameters at a distance from the start of a fit.
func displaced(f *nested.Fit, by float64) []float64 {
	x := f.X()
	for i := range x {
		x[i] += 0.02 * by * math.Sin(float64(i+1))
	}
	return x
}

// values measures the objective at two points by turns.
func values(b *testing.B, f *nested.Fit, x, y []float64) {
	grad := make([]float64, len(x))
	methodtest.Fastest(b, func() {
		if _, err := f.Objective(x, grad); err != nil {
			b.Fatal(err)
		}
		x, y = y, x
	})
}
