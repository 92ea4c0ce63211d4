package dirichlet

import (
	"math/rand/v2"
	"testing"

	"gpcbench/methods/methodtest"
)

// BenchmarkEvaluation measures a value with its derivatives at N = 1000, D = 20, of the kernel se-ard:
// of two and of ten classes, without inducing inputs and with 100.
func BenchmarkEvaluation(b *testing.B) {
	for _, c := range []struct {
		name    string
		classes int
		of      starter
	}{
		{"full, 2 classes", 2, NewFull()}, {"full, 10 classes", 10, NewFull()},
		{"M=100, 2 classes", 2, New()}, {"M=100, 10 classes", 10, New()},
	} {
		b.Run(c.name, func(b *testing.B) {
			task := methodtest.Task(methodtest.Blobs(1000, 20, c.classes, rand.New(rand.NewPCG(1, 2))), c.classes, 7)
			f := configured(b, c.of, map[string]any{"kernel": "se-ard", "alpha_epsilon": 0.01}).begin(b, task)
			x, grad := f.X(), make([]float64, f.Layout.Size())
			methodtest.Fastest(b, func() {
				x[0] += 1e-9 // a point of its own
				if _, err := f.Objective(x, grad); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}
