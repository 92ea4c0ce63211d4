package svimgpc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/methods/methodtest"
)

// BenchmarkIteration measures whole iterations on minibatches of galyfajou2018's MNIST, with
// a prior for each class or one for all, learnt in every iteration or fixed. Milliseconds on
// one core of an idle machine whose products of 200 x 200 reach 61 / 121 GFLOPS, AVX2 / AVX-512:
//
//	                          a prior a class    one prior
//	softmax, kernel learnt     67 / 42           17 / 10
//	softmax, kernel fixed      20 / 12            6 / 4
//	robust max, learnt         69 / 42           17 / 11
//	robust max, fixed          20 / 13            8 / 5
func BenchmarkIteration(b *testing.B) {
	const classes, m, batch, dim = 10, 200, 200, 784
	task := methodtest.Task(methodtest.Blobs(2000, dim, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
	for _, likelihood := range []string{"softmax", "robust-max"} {
		for _, prior := range []struct {
			name  string
			share []any
		}{{"a prior a class", []any{}}, {"one prior", []any{"kernel", "inducing"}}} {
			for _, c := range []struct {
				name  string
				every int
			}{{"learnt", 1}, {"fixed", math.MaxInt}} {
				b.Run(likelihood+"/"+prior.name+"/"+c.name, func(b *testing.B) {
					f := started(b, task, map[string]any{
						"kernel": "se-ard", "inducing": m, "inducing_init": "first", "batch": batch,
						"likelihood": likelihood, "share": prior.share, "hyper_every": c.every,
					})
					methodtest.Iterations(b, 3, f.Iterate) // the kernel first moves in the third
				})
			}
		}
	}
}
