package ep

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// What a fit of sep shows is never worse than before, and not worse than its last state. Its gradient
// is not that of its objective, and with the damping of 1,000 iterations it falls apart.
func TestBestIsKept(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(80, 3, 2, rand.New(rand.NewPCG(4, 4))), 2, 5)
	fit := func(keep bool) *methodtest.Recorder {
		c := NewStochastic()
		c.Inducing, c.Kernel, c.Iterations, c.Tolerance, c.KeepBest = method.Inputs(10), "se-ard", 1000, 0, keep
		rec := &methodtest.Recorder{Every: 10}
		if _, err := c.Fit(t.Context(), task, rec); err != nil {
			t.Fatal(err)
		}
		return rec
	}
	kept, last := fit(true), fit(false)
	before := math.Inf(-1)
	for at := 10; at <= 1000; at += 10 {
		if kept.Objectives[at] < before {
			t.Errorf("iteration %d: log Z_q falls from %v to %v", at, before, kept.Objectives[at])
		}
		before = kept.Objectives[at]
	}
	if fall := before - last.Objectives[last.Last]; fall < 0.8 || kept.Events[method.EventBestKept] != 1 {
		t.Errorf("the last state is %v below the best, events %v: the test tests nothing", fall, kept.Events)
	}
}
