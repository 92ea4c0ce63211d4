package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
)

// peakGFLOPS measures the machine: the best of a few runs of a loop of nothing but
// fused multiply-adds, or 0 where there is none.
func peakGFLOPS(name string) float64 {
	loop := peakLoops[name]
	if loop == nil {
		return 0
	}
	width := map[string]float64{"avx2": 4, "avx512": 8, "neon": 2}[name]
	best := 0.0
	for range 200 {
		const iterations = 5000
		start := time.Now()
		loop(iterations)
		best = max(best, 2*48*width*iterations/time.Since(start).Seconds()/1e9)
	}
	return best
}

// fastest runs do b.N times and returns the seconds it took in the fastest of the
// batches of at least 50 microseconds: other programs disturb the mean, not the best.
func fastest(b *testing.B, do func()) float64 {
	best, batch := math.Inf(1), 1
	for done := 0; done < b.N; done += batch {
		start := time.Now()
		for range batch {
			do()
		}
		seconds := time.Since(start).Seconds()
		best = min(best, seconds/float64(batch))
		if seconds < 50e-6 {
			batch *= 2
		}
	}
	return best
}

func random(rnd *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rnd.NormFloat64()
	}
	return x
}

// wellConditioned is a symmetric positive definite matrix, or a triangle of one.
func wellConditioned(rnd *rand.Rand, n int) []float64 {
	a := make([]float64, n*n)
	for i := range n {
		for j := range i {
			x := rnd.NormFloat64() / float64(n)
			a[i*n+j], a[j*n+i] = x, x
		}
		a[i*n+i] = 2
	}
	return a
}

// BenchmarkEngine prints GFLOPS and the fraction of the machine's measured peak of
// fused multiply-adds, for gonum's code and for each set of kernels:
//
//	go test -run '^$' -bench Engine -cpu 1,2 ./linalg/engine
//
// The peak is that of the kernels' own instruction set, and for gonum of the best. What a
// task copies so that it can run again does not count.
func BenchmarkEngine(b *testing.B) {
	names := []string{"gonum"}
	for _, e := range machineKernels() {
		names = append(names, e.name)
	}
	peaks := map[string]float64{}
	for _, name := range names {
		peaks[name] = peakGFLOPS(name)
		peaks["gonum"] = max(peaks["gonum"], peaks[name])
	}
	for _, task := range []struct {
		name  string
		flops func(n float64) float64
		make  func(n int, im Implementation) func()
		again func(n int) func() // what the task does beside, to run again; nil: nothing
	}{
		{"gemmNN", func(n float64) float64 { return 2 * n * n * n }, gemmTask(blas.NoTrans, blas.NoTrans), nil},
		{"gemmNT", func(n float64) float64 { return 2 * n * n * n }, gemmTask(blas.NoTrans, blas.Trans), nil},
		{"gemmTN", func(n float64) float64 { return 2 * n * n * n }, gemmTask(blas.Trans, blas.NoTrans), nil},
		{"symm", func(n float64) float64 { return 2 * n * n * n }, symmTask, nil},
		{"syrkN", func(n float64) float64 { return n * n * n }, syrkTask(blas.NoTrans), nil},
		{"syrkT", func(n float64) float64 { return n * n * n }, syrkTask(blas.Trans), nil},
		{"trsmL", func(n float64) float64 { return n * n * n }, trsmTask(blas.Left, blas.NoTrans), nil},
		{"trsmLT", func(n float64) float64 { return n * n * n }, trsmTask(blas.Left, blas.Trans), nil},
		{"trsmR", func(n float64) float64 { return n * n * n }, trsmTask(blas.Right, blas.NoTrans), nil},
		{"trmm", func(n float64) float64 { return n * n * n }, trmmTask, nil},
		{"potrfU", func(n float64) float64 { return n * n * n / 3 }, potrfTask(blas.Upper), copying},
		{"potrfL", func(n float64) float64 { return n * n * n / 3 }, potrfTask(blas.Lower), copying},
		{"potriU", func(n float64) float64 { return n * n * n * 2 / 3 }, potriTask, copying},
		{"trsv", func(n float64) float64 { return n * n }, trsvTask(blas.NoTrans), nil},
		{"trsvT", func(n float64) float64 { return n * n }, trsvTask(blas.Trans), nil},
		{"gemv", func(n float64) float64 { return 2 * n * n }, gemvTask(blas.NoTrans), nil},
		{"gemvT", func(n float64) float64 { return 2 * n * n }, gemvTask(blas.Trans), nil},
		{"symv", func(n float64) float64 { return 2 * n * n }, symvTask, nil},
	} {
		for _, n := range []int{10, 20, 50, 100, 200, 500, 512, 1000} {
			for _, name := range names {
				b.Run(fmt.Sprintf("%s/n=%d/%s", task.name, n, name), func(b *testing.B) {
					im, err := New(name)
					if err != nil {
						b.Fatal(err)
					}
					run := task.make(n, im)
					run()
					b.ResetTimer()
					seconds := fastest(b, run)
					if task.again != nil {
						seconds -= fastest(b, task.again(n))
					}
					gflops := task.flops(float64(n)) / seconds / 1e9
					b.ReportMetric(gflops, "GFLOPS")
					if peaks[name] > 0 {
						b.ReportMetric(gflops/peaks[name], "of-peak")
					}
				})
			}
		}
	}
}

func gemmTask(tA, tB blas.Transpose) func(n int, im Implementation) func() {
	return func(n int, im Implementation) func() {
		rnd := rand.New(rand.NewPCG(1, 2))
		x, y, z := random(rnd, n*n), random(rnd, n*n), make([]float64, n*n)
		return func() { im.Dgemm(tA, tB, n, n, n, 1, x, n, y, n, 0, z, n) }
	}
}

func symmTask(n int, im Implementation) func() {
	rnd := rand.New(rand.NewPCG(1, 2))
	x, y, z := random(rnd, n*n), random(rnd, n*n), make([]float64, n*n)
	return func() { im.Dsymm(blas.Left, blas.Upper, n, n, 1, x, n, y, n, 0, z, n) }
}

func syrkTask(tA blas.Transpose) func(n int, im Implementation) func() {
	return func(n int, im Implementation) func() {
		rnd := rand.New(rand.NewPCG(1, 2))
		x, z := random(rnd, n*n), make([]float64, n*n)
		return func() { im.Dsyrk(blas.Upper, tA, n, n, 1, x, n, 0, z, n) }
	}
}

func trsmTask(s blas.Side, tA blas.Transpose) func(n int, im Implementation) func() {
	return func(n int, im Implementation) func() {
		rnd := rand.New(rand.NewPCG(1, 2))
		a, x := wellConditioned(rnd, n), random(rnd, n*n)
		for i := range n {
			a[i*n+i] = 1 // so that repeated solves stay in range
		}
		return func() { im.Dtrsm(s, blas.Lower, tA, blas.NonUnit, n, n, 1, a, n, x, n) }
	}
}

func trmmTask(n int, im Implementation) func() {
	rnd := rand.New(rand.NewPCG(1, 2))
	a, x := wellConditioned(rnd, n), random(rnd, n*n)
	for i := range n {
		a[i*n+i] = 1
	}
	return func() { im.Dtrmm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, a, n, x, n) }
}

// copying copies an n x n matrix.
func copying(n int) func() {
	x, y := make([]float64, n*n), make([]float64, n*n)
	return func() { copy(x, y) }
}

func potrfTask(ul blas.Uplo) func(n int, im Implementation) func() {
	return func(n int, im Implementation) func() {
		a := wellConditioned(rand.New(rand.NewPCG(1, 2)), n)
		x := make([]float64, n*n)
		l := Lapack{kernels: im.kernels}
		return func() {
			copy(x, a)
			if !l.Dpotrf(ul, n, x, n) {
				panic("not positive definite")
			}
		}
	}
}

func potriTask(n int, im Implementation) func() {
	a := wellConditioned(rand.New(rand.NewPCG(1, 2)), n)
	x := make([]float64, n*n)
	l := Lapack{kernels: im.kernels}
	return func() {
		copy(x, a)
		l.Dpotri(blas.Upper, n, x, n)
	}
}

func trsvTask(tA blas.Transpose) func(n int, im Implementation) func() {
	return func(n int, im Implementation) func() {
		rnd := rand.New(rand.NewPCG(1, 2))
		a, x := wellConditioned(rnd, n), random(rnd, n)
		for i := range n {
			a[i*n+i] = 1
		}
		return func() { im.Dtrsv(blas.Lower, tA, blas.NonUnit, n, a, n, x, 1) }
	}
}

func gemvTask(tA blas.Transpose) func(n int, im Implementation) func() {
	return func(n int, im Implementation) func() {
		rnd := rand.New(rand.NewPCG(1, 2))
		a, x, y := random(rnd, n*n), random(rnd, n), make([]float64, n)
		return func() { im.Dgemv(tA, n, n, 1, a, n, x, 1, 0, y, 1) }
	}
}

func symvTask(n int, im Implementation) func() {
	rnd := rand.New(rand.NewPCG(1, 2))
	a, x, y := random(rnd, n*n), random(rnd, n), make([]float64, n)
	return func() { im.Dsymv(blas.Upper, n, 1, a, n, x, 1, 0, y, 1) }
}

// BenchmarkElementwise prints elements a nanosecond.
func BenchmarkElementwise(b *testing.B) {
	x := make([]float64, 4096)
	for i := range x {
		x[i] = 1 - float64(i)/1000
	}
	y, z := make([]float64, len(x)), make([]float64, len(x))
	portable.exp(z, x)
	for _, e := range append(machineKernels(), &portable) {
		b.Run("exp/"+e.name, func(b *testing.B) {
			b.ReportMetric(float64(len(x))/fastest(b, func() { e.exp(y, x) })/1e9, "G/s")
		})
		b.Run("log/"+e.name, func(b *testing.B) {
			b.ReportMetric(float64(len(x))/fastest(b, func() { e.log(y, z) })/1e9, "G/s")
		})
	}
	for name, f := range map[string]func(dst, src []float64){
		"Sigmoid": Sigmoid, "Softplus": Softplus, "log Phi": logPhi,
		"exp, math": func(dst, src []float64) { elementwise(dst, src, math.Exp) },
		"log, math": func(dst, src []float64) { elementwise(dst, z, math.Log) },
		"Softplus, math": func(dst, src []float64) {
			elementwise(dst, src, func(x float64) float64 { return math.Log1p(math.Exp(x)) })
		},
		"log Phi, math": func(dst, src []float64) {
			elementwise(dst, src, func(x float64) float64 { return math.Log(0.5 * math.Erfc(-x/math.Sqrt2)) })
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportMetric(float64(len(x))/fastest(b, func() { f(y, x) })/1e9, "G/s")
		})
	}
}

func elementwise(dst, src []float64, f func(float64) float64) {
	for i, x := range src {
		dst[i] = f(x)
	}
}
