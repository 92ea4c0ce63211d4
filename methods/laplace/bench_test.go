package laplace

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// sines are rows x_ij = sin(i (j + 1)), i and j from 1, of two classes, of which 1 is where
// x_i1 + x_i2^2 > 0.4: rows that any program can make.
func sines(n, d int) method.Task {
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		for j := range d {
			x.Set(i, j, math.Sin(float64(i+1)*float64(j+2)))
		}
		if x.At(i, 0)+x.At(i, 1)*x.At(i, 1) > 0.4 {
			y[i] = 1
		}
	}
	return methodtest.Task(data.NewMemory(x, y), 2, 1)
}

// BenchmarkEvaluation measures a value of log q(y) with its derivatives at N = 1000, D = 20, of the
// kernel se-ard, from a = 0 (cold) and from the mode of a kernel whose parameters are all larger by 5
// in a hundred (warm): 0.28 and 0.23 s of one core of a busy AMD EPYC, where scikit-learn 1.2.1, which
// begins at 0, takes 2.65 s for the same value on the same core.
func BenchmarkEvaluation(b *testing.B) {
	run, in := full(b, sines(1000, 20), map[string]any{"kernel": "se-ard", "lengthscale": 2.0, "variance": 2.0, "noise": 0.0})
	at, near := run.X(), run.X()
	for i := range run.Layout.KernelSize() {
		near[i] += math.Log(1.05)
	}
	grad := make([]float64, len(at))
	if _, err := run.Objective(near, grad); err != nil {
		b.Fatal(err)
	}
	warm := append([]float64(nil), in.a...)
	prior := run.Groups[0].Prior
	evaluate := func(from []float64) func() {
		return func() {
			if _, err := run.Layout.Unpack(prior, prior.Kernel, at, 0); err != nil {
				b.Fatal(err)
			}
			copy(in.a, from)
			if err := in.Converge(); err != nil {
				b.Fatal(err)
			}
			clear(grad)
			in.posterior.gradient(gradientOf(run, grad), run.Groups[0], in.a)
		}
	}
	methodtest.Breakdown(b, []methodtest.Phase{
		{Name: "cold", Do: evaluate(make([]float64, len(in.a)))},
		{Name: "warm", Do: evaluate(warm)},
	})
}

// BenchmarkFit measures a fit of the same rows. By processes, each alone on a core of an AMD EPYC, in seconds of CPU time
// with start-up:
//
//	                       log q(y)  seconds
//	laplace-full             -17.82      6.8
//	scikit-learn 1.2.1       -17.82      240
//	GPML 4.2, Octave 7.3     -28.24       44  its line search gives up there
//	                         -17.84      148  started again there, twice
//	dirichlet-full                      11.1  another model: alpha is chosen within the rows
func BenchmarkFit(b *testing.B) {
	c := NewFull()
	if err := method.Decode(c, map[string]any{"kernel": "se-ard", "lengthscale": 2.0, "variance": 2.0, "noise": 0.0, "tolerance": 1e-6}); err != nil {
		b.Fatal(err)
	}
	task := sines(1000, 20)
	for b.Loop() {
		rec := &methodtest.Recorder{Every: 1 << 30}
		if _, err := c.Fit(b.Context(), task, rec); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(rec.Objectives[rec.Last], "nats")
	}
}

// BenchmarkFITCSoftmax measures what an evaluation of several classes with FITC consists of, at N = 4000, C = 6, M = 100,
// D = 20, on one core of a busy AMD EPYC. N (C M)^2 flops of factor are 54 GFlop/s:
//
//	factor    27 ms
//	solve    0.9 ms
//	finish    75 ms
//	gradient  34 ms
func BenchmarkFITCSoftmax(b *testing.B) {
	task := methodtest.Task(methodtest.Blobs(4000, 20, 6, rand.New(rand.NewPCG(1, 2))), 6, 7)
	run, in := fitcOf(b, task, map[string]any{"kernel": "se-ard", "lengthscale": 4.0, "variance": 2.0})
	at, grad := run.X(), make([]float64, run.Layout.Size())
	if _, err := run.Objective(at, grad); err != nil {
		b.Fatal(err)
	}
	s := in.posterior.(*fitcSoftmax)
	rest := make([]float64, len(in.f))
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	methodtest.Breakdown(b, []methodtest.Phase{
		{Name: "factor", Do: func() { must(s.factorise(in.f)) }},
		{Name: "solve", Do: func() { s.solve(rest, in.f) }},
		{Name: "finish", Do: func() { must(s.finish(in.a, in.f)) }},
		{Name: "gradient", Do: func() { s.gradient(gradientOf(run, grad), run.Groups[0], in.a) }},
	})
}
