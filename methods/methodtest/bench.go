package methodtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gpcbench/methods/method"
)

// A Size is what the cost of an iteration depends on.
type Size struct{ M, Batch, Dim int }

// Sizes are those that iterations are measured at.
var Sizes = []Size{{100, 100, 8}, {100, 100, 50}, {200, 200, 784}, {500, 500, 20}}

// String is a size in the name of a benchmark.
func (s Size) String() string { return fmt.Sprintf("M=%d,b=%d,D=%d", s.M, s.Batch, s.Dim) }

// Task returns a binary task of that many attributes.
func (s Size) Task(rows int) method.Task {
	return Task(Blobs(rows, s.Dim, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
}

// A Phase is a part of an iteration which can be done over and over.
type Phase struct {
	Name string
	Do   func()
}

// Breakdown measures the phases one by one, each as a benchmark of its own.
func Breakdown(b *testing.B, phases []Phase) {
	for _, p := range phases {
		b.Run(p.Name, func(b *testing.B) { Fastest(b, p.Do) })
	}
}

// Fastest does do b.N times and reports the milliseconds it took in the fastest
// of batches of at least 0.2 ms: other programs disturb the mean, not the best.
func Fastest(b *testing.B, do func()) {
	b.ReportAllocs()
	do()
	best, batch := math.Inf(1), 1
	b.ResetTimer()
	for done := 0; done < b.N; {
		n := min(batch, b.N-done)
		start := time.Now()
		for range n {
			do()
		}
		took := time.Since(start)
		done += n
		best = min(best, took.Seconds()/float64(n))
		if took < 200*time.Microsecond {
			batch *= 2
		}
	}
	b.ReportMetric(1e3*best, "ms")
	b.ReportMetric(0, "ns/op")
}

// Iterations measures iterations, counted from 1, after the first few.
func Iterations(b *testing.B, first int, iterate func(t int) error) {
	t := 0
	next := func() {
		t++
		if err := iterate(t); err != nil {
			b.Fatal(err)
		}
	}
	for range first {
		next()
	}
	Fastest(b, next)
}
