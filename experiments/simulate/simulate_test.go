package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
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
	if z := newLead([]float64{0, 5, 4}, []float64{1, 8, 1}).beyond([]float64{1, 4, 3}); z != 0 {
		t.Errorf("a lead that is its mean is %g deviations beyond it", z)
	}
	for i, r := range of {
		counts, rows := r.counts()
		if total := floats.Sum(counts); total != 40*tested || rows > total {
			t.Errorf("%s: %g ranks, worth %g of independent rows", few[i].name, total, rows)
		}
	}
}

// Functions that depend on each other under Laplace's posterior have leads of the variance of a difference. With
// the sum of their variances the spread would be 0.63.
func TestRanksOfDependentFunctions(t *testing.T) {
	i := slices.IndexFunc(approximations, func(a approximation) bool { return a.name == "Laplace softmax" })
	engine.Install()
	of, err := rank(10, 12, approximations[i:i+1])
	if err != nil {
		t.Fatal(err)
	}
	if sd := stat.StdDev(of[0].z, nil); sd < 0.9 || sd > 1.3 {
		t.Errorf("spread of z %g, want 1.1", sd)
	}
}

// Rows of one data set that all have the same rank are worth one.
func TestRowsWorth(t *testing.T) {
	var r ranked
	for b := range tenths {
		of := [tenths]float64{}
		of[b] = tested
		r.sets = append(r.sets, of)
	}
	if _, rows := r.counts(); math.Abs(rows-(tenths-1)) > 1e-9 {
		t.Errorf("%d data sets of one rank each are worth %g rows", tenths, rows)
	}
}
