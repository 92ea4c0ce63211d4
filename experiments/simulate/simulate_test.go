package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A short run: the rule finds a difference where there is none in few replications, and one of three
// standard deviations in most.
func TestSimulation(t *testing.T) {
	for _, c := range runDesign(designs[0], chosenOn[:1], 100) {
		with := designs[0].rule().C()
		if size, power := c.found(with, 0), c.found(with, powerShift); size > 0.16 || power < 0.4 {
			t.Errorf("loss %d: size %g, power %g", c.loss, size, power)
		}
	}
	if c := designs[0].rule().C(); !(c > 0.01 && c < 0.03) {
		t.Errorf("c of ten folds is %g", c)
	}
	if e, se := calibrationError(drawToldOdds(rand.New(rand.NewPCG(1, 1)), 2000, 2)); math.Abs(e-0.087) > 4*se {
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
