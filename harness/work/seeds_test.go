package work

import (
	"testing"

	"gpcbench/harness/harnesstest"
)

// A further seed has the rows of the first one, as the shares of the classes show, and other random
// numbers.
func TestSeedsShareRows(t *testing.T) {
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "two.csv", harnesstest.Table(60, "no", "yes"))
	for name, same := range map[string]bool{"majority": true, "svgp": false} {
		cells := f.Plan("[experiment]\nseeds = 2\nsplit = { kind = \"holdout\", train = 0.5 }\n" + fitSpec(name, "file = \"two.csv\"")).Cells
		first, second := executed(t, Request{Cell: cells[0].Cell, Rows: *cells[0].Rows}), executed(t, Request{Cell: cells[1].Cell, Rows: *cells[1].Rows})
		if (first.Metrics["nll"] == second.Metrics["nll"]) != same || !second.SameRows || second.Repeat != 1 {
			t.Errorf("%s: %v, %v", name, first.Metrics, second.Metrics)
		}
	}
}
