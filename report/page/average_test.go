package page

import (
	"math"
	"testing"

	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

// The average is taken over the data sets within each repeat; a repeat that
// one of them lacks does not count, and fewer data sets than the paper's are
// not compared with it.
func TestAverageRow(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
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
	average := func() replication.Entry {
		t.Helper()
		b := read(t, in).Tables[0][0]
		if got := b.Rows.Values[len(b.Rows.Values)-1]; got != "average" {
			t.Fatalf("the last row is %q", got)
		}
		return b.Blocks[0].Entries[len(b.Rows.Values)-1][1]
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
	if n != 18 || e.Summary.N != 9 || math.Abs(e.Summary.Value-total/18) > 1e-12*total {
		t.Errorf("average over %d repeats is %v, want 9 and %v", e.Summary.N, e.Summary.Value, total/18)
	}
	if e.Group.Planned != 10 || len(e.Group.Failures) != 1 {
		t.Errorf("%d of %d repeats failed, want 1 of 10", len(e.Group.Failures), e.Group.Planned)
	}
	if e.Verdict == nil || e.Verdict.Ratio == nil || math.Abs(*e.Verdict.Ratio-total/36) > 1e-12*total {
		t.Errorf("verdict %+v, want the ratio %v", e.Verdict, total/36)
	}
	in.Datasets, in.Spec.Datasets = in.Datasets[1:], in.Spec.Datasets[1:]
	if e := average(); e.Verdict != nil {
		t.Errorf("an average over other data sets is compared: %+v", e.Verdict)
	}
}
