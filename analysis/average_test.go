package analysis

import (
	"testing"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

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
