package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gpcbench/linalg/engine"
)

// A short run: the rule finds a difference where there is none in few replications, and one of three
// standard deviations in most.
func TestSimulation(t *testing.T) {
	for _, c := range run(designs[0], chosenOn[:1], 100) {
		with := designs[0].rule().C()
		if size, power := c.found(with, 0), c.found(with, off); size > 0.16 || power < 0.4 {
			t.Errorf("loss %d: size %g, power %g", c.loss, size, power)
		}
	}
	if c := designs[0].rule().C(); !(c > 0.01 && c < 0.03) {
		t.Errorf("c of ten folds is %g", c)
	}
	if e, se := measured(tell(rand.New(rand.NewPCG(1, 1)), 2000, 2)); math.Abs(e-0.087) > 4*se {
		t.Errorf("calibration error %g ± %g of odds that are told twice as sharp", e, se)
	}
}

// SciPy 1.10: stats.permutation_test((d,), numpy.mean, permutation_type="samples",
// n_resamples=numpy.inf).pvalue is 0.0625.
func TestSignFlipP(t *testing.T) {
	exactly := func(what string, got, want float64) {
		if got != want {
			t.Errorf("%s = %g, want %g", what, got, want)
		}
	}
	exactly("p", signFlipP([]float64{1.2, -0.3, 0.8, 2.1, 0.4, 0.9}), 0.0625)
	exactly("p of ten that agree", signFlipP([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), 2./1024)
	exactly("p where the mean is 0", signFlipP([]float64{-0.1, 0.1}), 1)
}

// The ranks of the truth in the exact posterior are even but for chance; a mean-field posterior is too narrow.
func TestRanks(t *testing.T) {
	var few []approximation
	for _, a := range approximations {
		if a.name == "EP full" || a.name == "MFSp" {
			few = append(few, a)
		}
	}
	engine.Install()
	of, err := rank(100, 40, few)
	if err != nil {
		t.Fatal(err)
	}
	sd := func(r ranked) float64 { return stat.StdDev(r.z, nil) }
	if ep, field := sd(of[0]), sd(of[1]); ep < 0.85 || ep > 1.2 || field < 1.5 {
		t.Errorf("spread of z %g and %g, want 1 and much more", ep, field)
	}
	if z := marginOf([]float64{1, 4, 3}, []float64{0, 5, 4}, []float64{1, 8, 1}); z != 0 {
		t.Errorf("margin %g of a difference that is its mean", z)
	}
	for i, r := range of {
		total := 0.0
		for _, c := range r.counts {
			total += c
		}
		if total != 40*tested {
			t.Errorf("%s: %g ranks", few[i].name, total)
		}
	}
}
