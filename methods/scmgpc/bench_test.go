package scmgpc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/methods/methodtest"
	"gpcbench/methods/natgrad"
)

// BenchmarkIteration measures whole training iterations on minibatches at ten classes,
// with a prior for each class or one for all, learnt in every iteration or fixed.
func BenchmarkIteration(b *testing.B) {
	const classes, m, batch, dim = 10, 200, 200, 784
	task := methodtest.Task(methodtest.Blobs(2000, dim, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
	for _, prior := range []struct {
		name  string
		share []any
	}{{"a prior a class", []any{}}, {"one prior", []any{"kernel", "inducing"}}} {
		for _, c := range []struct {
			name  string
			every int
		}{{"learnt", 1}, {"fixed", math.MaxInt}} {
			b.Run(prior.name+"/"+c.name, func(b *testing.B) {
				f := started(b, task, map[string]any{
					"kernel": "se-ard", "inducing": m, "inducing_init": "first", "batch": batch,
					"share": prior.share, "hyper_every": c.every, "rate_warmup": 1,
				})
				iterations(b, f)
			})
		}
	}
}

// iterations measures iterations from where the kernel has first moved.
func iterations(b *testing.B, f *natgrad.Fit) {
	t := 0
	iterate := func() {
		t++
		if err := f.Iterate(t); err != nil {
			b.Fatal(err)
		}
	}
	for range 3 {
		iterate()
	}
	methodtest.Fastest(b, iterate)
}
