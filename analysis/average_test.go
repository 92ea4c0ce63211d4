package analysis

import (
	"math"
	"slices"
	"testing"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// Repeats need not begin at 0: some alone may have been asked for.
func TestAverageOfSomeRepeats(t *testing.T) {
	p := manySets(2)
	p.Cells = slices.DeleteFunc(p.Cells, func(c *record.Planned) bool { return c.Repeat == 0 })
	if _, s := New(p.Input).average(Coordinates{"label": "good"}, "nll", "mean"); s.N != 1 || math.Abs(s.Value-0.335) > 1e-12 {
		t.Errorf("%d repeats, %g", s.N, s.Value)
	}
}

// The objective of a fit is that at its end.
func TestObjectiveIsTheLast(t *testing.T) {
	first, last := -7.0, -3.5
	r := record.Record{Trace: []record.Point{{Iteration: 1, Objective: &first}, {Iteration: 9, Objective: &last}}}
	if v, ok := metrics.Get("objective").Value(r); !ok || v != last {
		t.Errorf("objective %v, %v", v, ok)
	}
	if _, ok := metrics.Get("objective").Value(record.Record{}); ok {
		t.Error("a record without a trace has an objective")
	}
}
