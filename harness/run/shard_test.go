package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
)

// Two shards that run at once do the plan, each cell once, in journals of their
// own and without a lock on a cell; what they found is what one run finds.
func TestShardsAtOnce(t *testing.T) {
	whole := harnesstest.NewFolder(t)
	p := whole.Plan(harnesstest.TwoMethods)
	if _, err := Run(context.Background(), p, options(whole, 1)); err != nil {
		t.Fatal(err)
	}
	f := harnesstest.NewFolder(t)
	var wg sync.WaitGroup
	var sums [2]Summary
	for i := range sums {
		shard := f.Plan(harnesstest.TwoMethods)
		options := options(f, 1)
		options.Shard = plan.Shard{Index: i + 1, Count: 2}
		locks := filepath.Join(shard.Folder, "checkpoints", "*.lock")
		options.Progress = progress(func() {
			if found, _ := filepath.Glob(locks); len(found) > 0 {
				t.Errorf("a shard has the locks %v", found)
			}
		})
		wg.Go(func() {
			var err error
			if sums[i], err = Run(context.Background(), shard, options); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	folder := f.Plan(harnesstest.TwoMethods).Folder
	if got, want := deterministic(t, folder), strings.ReplaceAll(deterministic(t, p.Folder), whole.Dir, f.Dir); got != want {
		t.Errorf("two shards found\n%s\nand one run\n%s", got, want)
	}
	journals, _ := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	records, err := record.NewReader(folder).All()
	if len(journals) != 2 || len(records) != 8 || err != nil || sums[0].Finished != 4 || sums[1].Finished != 4 {
		t.Errorf("%d journals with %d records: %+v, %v", len(journals), len(records), sums, err)
	}
	for _, path := range journals {
		if text, _ := os.ReadFile(path); strings.Count(string(text), "\n") != 4 {
			t.Errorf("%s has %d records, want 4", path, strings.Count(string(text), "\n"))
		}
	}
}

// progress calls a function for every line that a run tells.
type progress func()

func (f progress) Write(p []byte) (int, error) { f(); return len(p), nil }

// A share may be empty, and its run has nothing to do.
func TestEmptyShard(t *testing.T) {
	f := harnesstest.NewFolder(t)
	options := options(f, 1)
	options.Shard = plan.Shard{Index: 9, Count: 9}
	if sum, err := Run(context.Background(), f.Plan(harnesstest.TwoMethods), options); err != nil || sum != (Summary{}) {
		t.Errorf("%+v, %v", sum, err)
	}
}
