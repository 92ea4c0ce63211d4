package work

import (
	"errors"
	"strings"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
)

// TestRecordsOfABudget: a fit that a budget ends depends on the machine, which its record says,
// so that another record of the cell may differ; without a budget it may not.
func TestRecordsOfABudget(t *testing.T) {
	for budget, depends := range map[string]bool{"0": false, "0.5": true, "30": true} {
		f := harnesstest.NewFolder(t)
		p := f.Plan(strings.Replace(harnesstest.TwoMethods, `name = "walk"`, "name = \"walk\"\noptions = { budget_seconds = "+budget+" }", 1), "repeat=0")
		for _, c := range p.Cells {
			r := executed(t, Request{Cell: c.Cell, Rows: *c.Rows, Engine: "avx2"}) // gonum's is never held to the bits
			said := r.Provenance["sameness"]
			if strings.Contains(said, "budget_seconds") != (depends && r.Method == "walk") {
				t.Errorf("budget_seconds = %s: the record of %s says %q", budget, r.Method, said)
			}
			dir := t.TempDir()
			for range 2 {
				j, err := record.NewJournal(dir)
				if err == nil {
					err = errors.Join(j.Append(r), j.Close())
				}
				if err != nil {
					t.Fatal(err)
				}
				r.Metrics["nll"]++
			}
			_, err := record.NewReader(dir).All()
			if conflict := err != nil && strings.Contains(err.Error(), "are records of one cell with different results"); conflict != (said == "") {
				t.Errorf("budget_seconds = %s: two records of %s that differ: %v", budget, r.Method, err)
			}
		}
	}
}
