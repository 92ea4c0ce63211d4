package ep

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"gpcbench/methods/methodtest"
)

// shapes are those that the figures of the authors' code are of.
var shapes = []struct {
	name                      string
	n, m, classes, dim, batch int
}{
	{"vehicle", 761, 76, 4, 18, 0},
	{"satellite", 1287, 100, 6, 36, 0},
	{"waveform", 300, 60, 3, 21, 0},
	{"mnist", 2000, 200, 10, 784, 200},
}

// BenchmarkIteration measures whole iterations, factors, gradients and steps.
func BenchmarkIteration(b *testing.B) {
	for _, s := range shapes {
		for _, tie := range []tying{untied, tiedAll} {
			for _, share := range [][]string{{}, {"kernel", "inducing"}} {
				name := fmt.Sprintf("%s/%s/shared=%d", map[tying]string{untied: "ep", tiedAll: "sep"}[tie], s.name, len(share)/2)
				b.Run(name, func(b *testing.B) {
					f := begun(b, s.n, s.dim, s.classes, tie, map[string]any{
						"inducing": s.m, "inducing_init": "random", "kernel": "se-ard", "noise": 1.0, "batch": s.batch, "share": share,
					})
					methodtest.Iterations(b, 0, func(t int) error { return f.iterate(b.Context(), t) })
				})
			}
		}
	}
}

// BenchmarkMemory reports the megabytes that a run keeps beside the data, at
// M = 200, C = 10, D = 8 and batches of 200.
func BenchmarkMemory(b *testing.B) {
	for _, tie := range []tying{untied, tiedAll} {
		for _, n := range []int{5000, 50_000} {
			b.Run(fmt.Sprintf("%s/N=%d", map[tying]string{untied: "ep", tiedAll: "sep"}[tie], n), func(b *testing.B) {
				task := methodtest.Task(methodtest.Blobs(n, 8, 10, rand.New(rand.NewPCG(1, 2))), 10, 7)
				before := heap()
				f := begunOn(b, task, tie, map[string]any{"inducing": 200, "inducing_init": "random", "kernel": "se-ard", "batch": 200})
				for t := range 2 {
					if err := f.iterate(b.Context(), t+1); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(heap()-before)/1e6, "MB")
				b.ReportMetric(0, "ns/op")
				runtime.KeepAlive(f)
			})
		}
	}
}

// heap returns the bytes of reachable objects.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
