package svgp

import (
	"math/rand/v2"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// A whole training iteration at M = 100, batch 100, D = 8, by Adam, kernel and
// inducing inputs learnt. One core of an AMD EPYC, gonum's BLAS in Go: 2.2 ms,
// 16 kB in 38 allocations.
func BenchmarkIteration(b *testing.B) {
	task := methodtest.Task(methodtest.Blobs(10_000, 8, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	cfg := New()
	cfg.InducingInit, cfg.Inducing = "first", method.Inputs(100)
	f, err := cfg.start(task, &methodtest.Recorder{})
	if err != nil {
		b.Fatal(err)
	}
	s := newSteps(cfg, f.lay)
	t := 0
	b.ReportAllocs()
	for b.Loop() {
		t++
		if err := f.iterate(t, s); err != nil {
			b.Fatal(err)
		}
	}
}
