package xgpc

import (
	"math"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/natgrad"
)

// BenchmarkIteration measures whole training iterations on minibatches that move
// the kernel and the inducing inputs, and such that do not: by default they take
// turns. What they are made of is measured in package natgrad.
func BenchmarkIteration(b *testing.B) {
	for _, size := range methodtest.Sizes {
		b.Run(size.String(), func(b *testing.B) {
			task := size.Task(2000)
			for _, c := range []struct {
				name  string
				every int
			}{{"iteration", 1}, {"iteration without a move", math.MaxInt}} {
				b.Run(c.name, func(b *testing.B) {
					cfg := New()
					cfg.InducingInit, cfg.Inducing, cfg.Batch, cfg.HyperEvery = "first", method.Inputs(size.M), size.Batch, c.every
					f, err := natgrad.Start(b.Context(), &cfg.Options, ofXGPC(predictor), task, &methodtest.Recorder{})
					if err != nil {
						b.Fatal(err)
					}
					methodtest.Iterations(b, 3, f.Iterate) // the kernel first moves in the third
				})
			}
		})
	}
}
