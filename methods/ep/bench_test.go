package ep

import (
	"fmt"
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
		for _, tie := range []string{"", "all"} {
			for _, share := range [][]string{{}, {"kernel", "inducing"}} {
				name := fmt.Sprintf("%s/%s/shared=%d", map[string]string{"": "ep", "all": "sep"}[tie], s.name, len(share)/2)
				b.Run(name, func(b *testing.B) {
					f := begun(b, s.n, s.dim, s.classes, tie, map[string]any{
						"inducing": s.m, "inducing_init": "random", "kernel": "se-ard", "noise": 1.0, "batch": s.batch, "share": share,
					})
					t := 0
					methodtest.Fastest(b, func() {
						t++
						if _, err := f.iterate(b.Context(), t); err != nil {
							b.Fatal(err)
						}
					})
				})
			}
		}
	}
}
