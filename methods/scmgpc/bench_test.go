package scmgpc

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/methods/methodtest"
	"gpcbench/methods/natgrad"
)

// moved is the iteration in which the kernel first moves.
const moved = 3

// BenchmarkIteration measures whole training iterations on minibatches at ten classes,
// with a prior for each class or one for all, learnt in every iteration or fixed, which
// leaves the projection of the rows and the conjugate update; and the value of the bound.
//
// Milliseconds on one core of an idle machine whose products of 200 x 200 reach 61 / 121 GFLOPS,
// AVX2 / AVX-512:
//
//	                  a prior a class    one prior
//	kernel learnt      76 / 48           20 / 13
//	kernel fixed       19 / 13            7 / 4
//	bound              18 / 11            4 / 3
//
// With AVX-512 two thirds are products and solves. What remains is some fifteen passes over
// matrices of 200 x 784 for each class, of which none takes more than a twentieth: copies, Adam, the
// pullbacks by lengthscales and by inputs, scaled inputs, transposes.
//
// The conjugate update takes little more than the value of the bound; what a step of the
// kernel adds, its gradient above all, takes three times as long.
func BenchmarkIteration(b *testing.B) {
	const classes, m, batch, dim = 10, 200, 200, 784
	task := methodtest.Task(methodtest.Blobs(2000, dim, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
	for _, prior := range []struct {
		name  string
		share []any
	}{{"a prior a class", []any{}}, {"one prior", []any{"kernel", "inducing"}}} {
		start := func(every int) *natgrad.Fit {
			return started(b, task, map[string]any{
				"kernel": "se-ard", "inducing": m, "inducing_init": "first", "batch": batch,
				"share": prior.share, "hyper_every": every, "rate_warmup": 1,
			})
		}
		for _, c := range []struct {
			name  string
			every int
		}{{"learnt", 1}, {"fixed", math.MaxInt}} {
			b.Run(prior.name+"/"+c.name, func(b *testing.B) { methodtest.Iterations(b, moved, start(c.every).Iterate) })
		}
		b.Run(prior.name+"/bound", func(b *testing.B) {
			f := start(math.MaxInt)
			if err := f.Iterate(1); err != nil {
				b.Fatal(err)
			}
			methodtest.Fastest(b, func() { f.Bound() })
		})
	}
}

// BenchmarkClasses measures iterations by the number of classes, with all of them and with
// five drawn for each minibatch, every class with a prior of its own that is learnt.
//
// Milliseconds of CPU time of one core, AVX-512, on a busy machine, for C = 10, 100 and
// 1000: all classes 2.7, 29 and 301, five drawn 1.2, 2.3 and 2.2. What five cost beyond C = 10 is
// the rows' own classes, of which a minibatch of 100 has at most 100.
func BenchmarkClasses(b *testing.B) {
	for _, classes := range []int{10, 100, 1000} {
		task, _ := blobs(classes, 2000)
		for _, drawn := range []int{0, 5} {
			b.Run(fmt.Sprintf("C=%d,drawn=%d", classes, drawn), func(b *testing.B) {
				f := started(b, task, map[string]any{
					"kernel": "se-ard", "inducing": 50, "inducing_init": "first", "batch": 100, "hyper_every": 1,
					"class_batch": drawn, "rate_warmup": 1,
				})
				methodtest.Iterations(b, moved, f.Iterate)
			})
		}
	}
}
