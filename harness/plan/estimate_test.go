package plan

import (
	"testing"

	"gpcbench/harness/record"
)

// Cells of another profile tell how long one takes, by their iterations.
func TestEstimateFromAnotherProfile(t *testing.T) {
	var records []record.Record
	for _, seconds := range []float64{9, 2, 4} {
		r := record.Record{Status: record.OK}
		r.Dataset, r.Label, r.Timing.WallSeconds, r.Timing.Iterations = "d", "m", seconds, 100
		records = append(records, r)
	}
	e := estimates{}
	for _, r := range records {
		e.add(r)
	}
	e.sort()
	for _, c := range []struct {
		label      string
		iterations any
		want       float64
	}{{"m", int64(250), 10}, {"m", nil, 4}, {"other", int64(250), 0}} {
		cell := record.Cell{Dataset: "d", Label: c.label, Options: map[string]any{"iterations": c.iterations}}
		if got := e.ofProfile(cell); got != c.want {
			t.Errorf("%s, iterations %v: %g, want %g", c.label, c.iterations, got, c.want)
		}
	}
}
