package gfitc

import (
	"testing"

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
