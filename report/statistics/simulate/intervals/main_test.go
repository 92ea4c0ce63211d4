package main

import (
	"math"
	"math/rand/v2"
	"testing"
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
