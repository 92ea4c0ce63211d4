package gfitc

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// shape is a data set of villacampa2017 by what an iteration costs.
type shape struct {
	name                          string
	rows, inducing, classes, dims int
}

var shapes = []shape{
	{"Waveform", 300, 60, 3, 21},
	{"Vehicle", 761, 76, 4, 18},
	{"Satellite", 1287, 100, 6, 36},
	{"large", 1000, 300, 3, 20},
}

func (s shape) String() string {
	return fmt.Sprintf("%s/N=%d,M=%d,C=%d,D=%d", s.name, s.rows, s.inducing, s.classes, s.dims)
}

// config is the start of villacampa2017's experiments.
func (s shape) config() *Config {
	cfg := New()
	cfg.Inducing, cfg.InducingInit, cfg.Kernel, cfg.Noise = method.Inputs(s.inducing), "first-by-class", "se-ard", 1
	return cfg
}

func (s shape) task() method.Task {
	return methodtest.Task(methodtest.Blobs(s.rows, s.dims, s.classes, rand.New(rand.NewPCG(1, 2))), s.classes, 7)
}

// BenchmarkIteration measures the mean iteration of L-BFGS over the first 50, kernels
// and inducing inputs of every class learnt, on generated rows, and what the iterations
// are made of. Of an iteration on one core of a 2-core machine that others used too,
// the processor's time, beside the authors' R code (with OpenBLAS, on such a machine):
//
//	                                  generated rows   the authors' data   R there
//	Waveform  (M = 60,  C = 3, D = 21)      5 ms             3.8 ms          60 ms
//	Vehicle   (M = 76,  C = 4, D = 18)     19 ms              13 ms         303 ms
//	Satellite (M = 100, C = 6, D = 36)     80 ms
//
// On the authors' data (BenchmarkAuthors) it is the mean over a whole fit of 249
// iterations, which took six EP sweeps each.
func BenchmarkIteration(b *testing.B) {
	for _, s := range shapes {
		b.Run(s.String(), func(b *testing.B) {
			task := s.task()
			b.Run("iteration", func(b *testing.B) { iterations(b, s.config(), task) })
			f, e, err := s.config().start(b.Context(), task, &methodtest.Recorder{})
			if err != nil {
				b.Fatal(err)
			}
			x := f.X()
			grad := make([]float64, len(x))
			if _, err := f.Objective(x, grad); err != nil {
				b.Fatal(err)
			}
			methodtest.Breakdown(b, []methodtest.Phase{
				{Name: "priors and projections", Do: func() {
					for _, g := range f.Groups {
						if _, err := g.Prior.Set(g.Prior.Kernel); err != nil {
							b.Fatal(err)
						}
						g.Prior.Project(g.Projection)
					}
				}},
				{Name: "sweep: posterior", Do: func() {
					if err := e.refresh(); err != nil {
						b.Fatal(err)
					}
				}},
				{Name: "sweep: sites", Do: func() { e.propose() }},
				{Name: "log Z", Do: func() { e.Value() }},
				{Name: "gradient", Do: func() {
					for k, g := range f.Groups {
						e.Gradient(sparse.Gradient{Theta: f.Layout.Theta(grad, k), Z: f.Layout.Z(grad, k)}, g, 0)
					}
				}},
			})
		})
	}
}

// BenchmarkAuthors measures the mean iteration of a whole fit of 249 iterations on a data set of the
// authors' R code, from the start that it had there.
func BenchmarkAuthors(b *testing.B) {
	for _, s := range shapes[:2] {
		b.Run(s.String(), func(b *testing.B) {
			train, _ := methodtest.Peers(b, map[string]string{"Waveform": "waveform3", "Vehicle": "vehicle_s1"}[s.name])
			cfg := s.config()
			cfg.Lengthscale, cfg.Iterations = method.MedianSquared, 249
			iterations(b, cfg, methodtest.Task(train, s.classes, 1))
		})
	}
}

// iterations reports the mean milliseconds of an iteration, from the first to the last.
func iterations(b *testing.B, cfg *Config, task method.Task) {
	if cfg.Iterations == New().Iterations {
		cfg.Iterations = 50
	}
	var took time.Duration
	n := 0
	for b.Loop() {
		rec := &methodtest.Recorder{Every: 1000}
		start := time.Now()
		if _, err := cfg.Fit(context.Background(), task, rec); err != nil {
			b.Fatal(err)
		}
		took += time.Since(start)
		n += rec.Last
	}
	b.ReportMetric(1e3*took.Seconds()/float64(n), "ms/iteration")
	b.ReportMetric(0, "ns/op")
}
