package ep

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
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
		c.InducingFolds, c.KeepSettled = 0, false
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

// Log Z_q of factors that have not settled can be above that of every state in which they have: where
// labels are noise sep then returned a state of its first sweeps.
func TestOnlySettledStatesCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	x, noise := mat.NewDense(80, 20, nil), make([]int, 80)
	for i := range noise {
		noise[i] = i % 2
		for j := range 20 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	task := methodtest.Task(data.NewMemory(x, noise), 2, 5)
	fit := func(settled bool) *methodtest.Recorder {
		c := NewStochastic()
		c.Inducing, c.Learn, c.KeepSettled = method.Inputs(10), []string{"kernel"}, settled
		rec := &methodtest.Recorder{}
		if _, err := c.Fit(t.Context(), task, rec); err != nil {
			t.Fatal(err)
		}
		return rec
	}
	early, late := fit(false), fit(true)
	if _, ok := late.Objectives[1]; ok || early.Objectives[1] == 0 {
		t.Errorf("objective after one sweep: %v with keep_settled, %v without", late.Objectives[1], early.Objectives[1])
	}
	if a, b := early.Objectives[early.Last], late.Objectives[late.Last]; b == 0 || a != early.Objectives[1] || a < b {
		t.Errorf("log Z_q of the result is %v, only of settled states %v: the test tests nothing", a, b)
	}
}
