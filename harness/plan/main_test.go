package plan_test

import (
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
)

// TestMain registers the methods of tests.
func TestMain(m *testing.M) {
	harnesstest.RegisterMethods()
	m.Run()
}

// finish writes records of the cells of a plan, as a run would that has done them.
func finish(t *testing.T, p *plan.Plan) {
	t.Helper()
	journal, err := record.NewJournal(p.Folder)
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	for _, c := range p.Cells {
		r := record.Record{V: record.Version, Cell: c.Cell, Status: record.OK, Metrics: map[string]float64{"error": 0.1, "nll": 0.2}, Provenance: map[string]string{"data": c.Rows.Digest}}
		if err := journal.Append(r); err != nil {
			t.Fatal(err)
		}
	}
}
