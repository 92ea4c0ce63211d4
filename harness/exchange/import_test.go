package exchange

import (
	"sync"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
)

// nothing is kept beside a record.
type nothing struct{}

func (nothing) Write(string) error { return nil }

// Of imports at once the last one's record of a cell stays. Each had removed those of the others, until none was left.
func TestImportsAtOnce(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(harnesstest.TwoMethods)
	of := []scored{{
		cell:   &plan.Cell{Planned: &record.Planned{}, Setup: &plan.Setup{}},
		record: record.Record{V: record.Version, Cell: record.Cell{ID: "a"}, Status: record.OK, Metrics: map[string]float64{"nll": 1}},
		kept:   nothing{},
	}}
	if n, err := keep(t.Context(), p, of, false); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	for range 6 {
		var plans []*plan.Plan
		for range 4 {
			plans = append(plans, f.Plan(harnesstest.TwoMethods))
		}
		var all sync.WaitGroup
		for _, own := range plans {
			all.Go(func() {
				if n, err := keep(t.Context(), own, of, true); n != 1 || err != nil {
					t.Error(n, err)
				}
			})
		}
		all.Wait()
		if left, err := record.NewReader(p.Folder).All(); len(left) != 1 || err != nil {
			t.Fatalf("%d records of one cell, %v", len(left), err)
		}
	}
	if n, err := keep(t.Context(), p, of, false); n != 0 || err == nil {
		t.Errorf("a cell that has got a record since the plan was made: %d, %v", n, err)
	}
}
