package scmgpc

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// regions returns rows of three classes by the signs of x_1 and of x_1 x_2, a tenth of them with any class.
func regions() method.Task {
	rng := rand.New(rand.NewPCG(3, 4))
	x, y := mat.NewDense(48, 2, nil), make([]int, 48)
	for i := range y {
		x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64()})
		switch a, b := x.At(i, 0), x.At(i, 1); {
		case a*b > 0.3:
			y[i] = 2
		case a > 0:
			y[i] = 1
		}
		if rng.Float64() < 0.1 {
			y[i] = rng.IntN(3)
		}
	}
	return methodtest.Task(data.NewMemory(x, y), 3, 5)
}

// ofVariance are options of a fit of all rows whose kernel stays.
func ofVariance(variance float64) map[string]any {
	return map[string]any{
		"inducing": 12, "lengthscale": 1.0, "variance": variance, "batch": 0, "learn": []any{}, "iterations": 1000, "tolerance": 1e-7, "update": "joint",
	}
}

// carriedOver returns the bound where iterations end whose q starts as that of the variance before.
func carriedOver(t *testing.T, task method.Task, variances ...float64) (bound float64) {
	t.Helper()
	var before []mat.Dense // precisions
	var shifts [][]float64
	for i, v := range variances {
		f := started(t, task, ofVariance(v))
		for c, q := range f.Posterior().Q {
			if i > 0 { // q(u) stays, u = L v
				grows := v / variances[i-1]
				q.Precision.Scale(grows, &before[c])
				for j, r := range shifts[c] {
					q.Shift[j] = r * math.Sqrt(grows)
				}
				if err := q.Refresh(); err != nil {
					t.Fatal(err)
				}
			}
		}
		bound = methodtest.Converged(t, f, 1e-10)
		before, shifts = nil, nil
		for _, q := range f.Posterior().Q {
			before, shifts = append(before, *mat.DenseCopyOf(q.Precision)), append(shifts, slices.Clone(q.Shift))
		}
	}
	return bound
}

// A fit with a wide prior has no lower a bound than q that is carried over from narrower ones. From the prior alone
// iterations end nats below.
func TestHigherOptimum(t *testing.T) {
	task := regions()
	fromPrior, best := carriedOver(t, task, 100), carriedOver(t, task, 1, 3, 10, 30, 100)
	if fromPrior > best-1 {
		t.Errorf("from the prior the bound is %.3f, carried over %.3f: this tests nothing", fromPrior, best)
	}
	f := started(t, task, ofVariance(100))
	if _, err := f.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := f.Bound(); got < best-1e-4 {
		t.Errorf("the bound is %.4f, carried over %.4f", got, best)
	}
}

// A search with q at its best starts from the same q, and where its kernel is learnt it comes to where one from a narrow
// prior does. From the prior of variance 1000 alone it ends at the class shares.
func TestHigherOptimumOfASearch(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	task := regions()
	fit := func(variance float64, collapse bool, learn ...any) (nll, objective float64) {
		options := ofVariance(variance)
		options["collapse"], options["learn"], options["tolerance"] = collapse, learn, 2e-5
		cfg := New()
		if err := method.Decode(cfg, options); err != nil {
			t.Fatal(err)
		}
		rec := &methodtest.Recorder{}
		p, err := cfg.Fit(t.Context(), task, rec)
		if err != nil {
			t.Fatal(err)
		}
		nll, _ = methodtest.Score(p, 3, task.Train)
		return nll, rec.Objectives[rec.Last]
	}
	iterated, _ := fit(100, false)
	if searched, _ := fit(100, true); math.Abs(searched-iterated) > 1e-3 {
		t.Errorf("at a kernel that stays NLL is %.4f by the search, %.4f by iterations", searched, iterated)
	}
	_, narrow := fit(1, true, "kernel")
	if _, wide := fit(1000, true, "kernel"); wide < narrow-1 {
		t.Errorf("the search ends at %.3f, from variance 1 at %.3f", wide, narrow)
	}
}
