package analysis

import (
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
	"gpcbench/harness/spec"
)

// Before the first point of its trace a fit has nothing.
func TestUntil(t *testing.T) {
	r := recordtest.Traced(0, []float64{1, 2}, []float64{0.6, 0.5})
	r.Metrics = map[string]float64{"nll": 0.5}
	if none := until(r, "seconds", 0.001); len(none.Trace) != 0 || none.Metrics != nil || none.Timing.Iterations != 0 {
		t.Errorf("before the first point: %+v", none)
	}
}

// Points that have CPU time of their own, as refits of a program, are in the order of that.
func TestUntilByCPUTime(t *testing.T) {
	r := recordtest.Traced(0, []float64{1, 2.5, 8}, []float64{0.6, 0.4, 0.5})
	r.Timing.WallSeconds, r.Timing.CPUSeconds = 8, 8
	r.Trace[0].CPU, r.Trace[1].CPU = 1.5, 0.5
	for limit, want := range map[float64]float64{0.4: 0, 1: 0.4, 2: 0.6, 8: 0.5} {
		if got := until(r, CPUSeconds, limit); got.Metrics["nll"] != want || got.Timing.CPUSeconds > limit {
			t.Errorf("by %g s of CPU time: %v at %g s, want %g", limit, got.Metrics, got.Timing.CPUSeconds, want)
		}
	}
	p := &Experiment{Input: Input{Spec: &spec.Spec{}, Datasets: []record.Dataset{{Name: "d"}}}}
	if at := p.settling([]record.Record{r}); at != 2.5 {
		t.Errorf("settled after %g s of wall time, want 2.5", at)
	}
}
