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
		budget     float64
		want       float64
	}{{"m", int64(250), 0, 10}, {"m", int64(1_000_000), 30, 30}, {"m", nil, 0, 4}, {"other", int64(250), 0, 0}} {
		cell := record.Cell{Dataset: "d", Label: c.label, Options: map[string]any{"iterations": c.iterations, "budget_seconds": c.budget}}
		if got := e.ofProfile(cell); got != c.want {
			t.Errorf("%s, iterations %v: %g, want %g", c.label, c.iterations, got, c.want)
		}
	}
}
