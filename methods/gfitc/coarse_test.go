package gfitc

import (
	"math"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// A search that begins with a coarse tolerance is as high after as many iterations, in a third of the sweeps, and its
// model has the sites of a fine one.
func TestCoarseTolerance(t *testing.T) {
	type end struct {
		value, move float64
		sweeps      int
	}
	fit := func(coarse float64) (e end) {
		cfg := small()
		cfg.CoarseTolerance = coarse
		f, in, err := cfg.start(t.Context(), blobs(coarseRows, 3), &methodtest.Recorder{})
		if err != nil {
			t.Fatal(err)
		}
		in.over = func() bool { e.sweeps++; return false }
		if _, err := f.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		e.value, e.move = in.Value(), in.propose()
		return e
	}
	fine, coarse := fit(0), fit(1e-2)
	t.Logf("fine %+v, coarse %+v", fine, coarse)
	if coarse.value < fine.value-1 || 3*coarse.sweeps > fine.sweeps {
		t.Errorf("log Z_EP is %v after %d sweeps, all fine %v after %d", coarse.value, coarse.sweeps, fine.value, fine.sweeps)
	}
	if coarse.move > New().EPTolerance {
		t.Errorf("a site of the model moves by %v", coarse.move)
	}
}

// Such a search ends where nothing is left to gain, and says so.
func TestCoarseSearchEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a quarter of a minute")
	}
	fit := func(coarse float64) (value float64, rec *methodtest.Recorder) {
		cfg := NewFull()
		cfg.CoarseTolerance = coarse
		rec = &methodtest.Recorder{}
		f, in, err := cfg.start(t.Context(), blobs(coarseRows, 2), rec)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return in.Value(), rec
	}
	fine, _ := fit(0)
	coarse, rec := fit(1e-2)
	if math.Abs(coarse-fine) > 1e-6*coarseRows || rec.Events[method.EventSearchNotConverged] > 0 || rec.Last >= NewFull().Iterations {
		t.Errorf("log Z_EP is %v after %d iterations, all fine %v; events %v", coarse, rec.Last, fine, rec.Events)
	}
}
