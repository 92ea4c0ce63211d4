package analysis

import (
	"testing"

	"gpcbench/harness/record/recordtest"
)

// Before the first point of its trace a fit has nothing.
func TestUntil(t *testing.T) {
	r := recordtest.Traced(0, []float64{1, 2}, []float64{0.6, 0.5})
	r.Metrics = map[string]float64{"nll": 0.5}
	if none := until(r, "seconds", 0.001); len(none.Trace) != 0 || none.Metrics != nil || none.Timing.Iterations != 0 {
		t.Errorf("before the first point: %+v", none)
	}
}
