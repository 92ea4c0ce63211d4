package report

import (
	"math"
	"testing"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// The average is taken over the data sets within each repeat; a repeat that
// one of them lacks does not count, and fewer data sets than the paper's are
// not compared with it.
func TestAverageRow(t *testing.T) {
	in := synthetic("paper", 10)
	in.Datasets, in.Spec.Datasets = in.Datasets[:2], in.Spec.Datasets[:2] // diabetis, and a9a whose SVGPC failed once
	in.Spec.Tables[0].Average = true
	in.Spec.Tables[0].Metrics = []string{"seconds"}
	in.Published = []byte(`[table1]
title = "Table 1"
spread = "se"
repeats = 20
columns = ["dataset", "label", "metric", "value", "spread"]
values = [
  ["diabetis", "SVGPC", "error", "0.2", "0.01"],
  ["average", "SVGPC", "seconds", "2", "0.1"],
]`)
	average := func() entry {
		t.Helper()
		b := build(t, in).tables[0]
		if got := b.rows.values[len(b.rows.values)-1]; got != "average" {
			t.Fatalf("the last row is %q", got)
		}
		return b.blocks[0].entries[len(b.rows.values)-1][1]
	}
	e := average()
	total, n := 0.0, 0
	for r := range 10 {
		if r == 1 {
			continue
		}
		for _, c := range in.Cells {
			if c.Label == "SVGPC" && c.Repeat == r {
				total += in.Records[c.ID].Timing.WallSeconds
				n++
			}
		}
	}
	if n != 18 || e.summary.N != 9 || math.Abs(e.summary.Value-total/18) > 1e-12*total {
		t.Errorf("average over %d repeats is %v, want 9 and %v", e.summary.N, e.summary.Value, total/18)
	}
	if e.group.planned != 10 || len(e.group.failures) != 1 {
		t.Errorf("%d of %d repeats failed, want 1 of 10", len(e.group.failures), e.group.planned)
	}
	if e.verdict == nil || e.verdict.Ratio == nil || math.Abs(*e.verdict.Ratio-total/36) > 1e-12*total {
		t.Errorf("verdict %+v, want the ratio %v", e.verdict, total/36)
	}
	in.Datasets, in.Spec.Datasets = in.Datasets[1:], in.Spec.Datasets[1:]
	if e := average(); e.verdict != nil {
		t.Errorf("an average over other data sets is compared: %+v", e.verdict)
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
