package page

import (
	"math"
	"slices"
	"testing"

	"gpcbench/analysis"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

func TestGridBlocks(t *testing.T) {
	tables := slices.Concat(read(t, reporttest.Grid()).Tables...)
	if len(tables) != 4 { // three blocks by method, one by inducing points
		t.Fatalf("%d blocks", len(tables))
	}
	if got := heading(&tables[1]); got != "By method: inducing = 10%" {
		t.Errorf("heading %q", got)
	}
	for _, b := range tables {
		for _, e := range b.All() {
			if e.Summary.N != 4 {
				t.Errorf("%s, %s: %d repeats, want 4", heading(&b), analysis.Describe(e.Group.At), e.Summary.N)
			}
		}
	}
}

// A value that is not zero is not shown as zero.
func TestTinyValue(t *testing.T) {
	for value, want := range map[float64]string{1.1e-13: "1.1e-13", 0.00042: "0.000420", 0: "0.00"} {
		e := replication.Entry{Entry: analysis.Entry{Summary: analysis.Summary{Value: value, SD: math.NaN(), SE: math.NaN(), Low: math.NaN(), High: math.NaN(), N: 1}}}
		if got := cellOf(&replication.Table{}, "nll", e, -1).Value; got != want {
			t.Errorf("%g is shown as %s, want %s", value, got, want)
		}
	}
}
