package xgpc

import (
	"math/rand/v2"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// A whole training iteration at M = 100, batch 100, D = 8, kernel and inducing
// inputs learnt every second iteration. One core of an AMD EPYC, gonum's BLAS in
// Go: 1.6 ms, 6.5 kB in 22 allocations.
func BenchmarkIteration(b *testing.B) {
	task := methodtest.Task(methodtest.Blobs(10_000, 8, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	cfg := New()
	cfg.InducingInit, cfg.Inducing = "first", method.Inputs(100)
	f, err := cfg.start(task, &methodtest.Recorder{})
	if err != nil {
		b.Fatal(err)
	}
	if err := f.iterate(1); err != nil {
		b.Fatal(err)
	}
	t := 1
	b.ReportAllocs()
	for b.Loop() {
		t++
		if err := f.iterate(t); err != nil {
			b.Fatal(err)
		}
	}
}
