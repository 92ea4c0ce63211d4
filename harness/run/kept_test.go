package run

import (
	"context"
	"os"
	"strings"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
)

// A map is kept for every cell, and a cell that has lost its map is run again.
func TestMapsAreKept(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(harnesstest.WithMaps)
	if sum, err := Run(context.Background(), p, options(f, 2)); err != nil || sum.Finished != 2 {
		t.Fatalf("%+v, %v", sum, err)
	}
	for _, c := range p.Cells {
		m, err := record.ReadMap(p.Folder, c.ID)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Rows) != 30 || len(m.Runs) != 2 || len(m.Inducing) != 0 || strings.Join(m.Classes, "") != "pqr" {
			t.Errorf("map %+v", m)
		}
	}
	if err := os.Remove(record.MapPath(p.Folder, p.Cells[1].ID)); err != nil {
		t.Fatal(err)
	}
	again := f.Plan(harnesstest.WithMaps)
	if n, files := again.Again(false); n != 1 || files != "maps" || again.Cells[1].State != plan.ToDo {
		t.Errorf("after a map was lost: %d %s again, state %s", n, files, again.Cells[1].State)
	}
	if sum, err := Run(context.Background(), again, options(f, 1)); err != nil || sum.Finished != 1 || sum.AlreadyDone != 1 {
		t.Errorf("after a map was lost: %+v, %v", sum, err)
	}
}
