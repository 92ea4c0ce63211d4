package harness

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gpcbench/harness/record"
)

// ids are those of cells, in order.
func ids(cells []*Cell) []string {
	var out []string
	for _, c := range cells {
		out = append(out, c.ID)
	}
	return out
}

// unevenMethods has cells of which some cost a hundred times as much as others.
const unevenMethods = twoMethods + `
[[method]]
name = "walk"
label = "long walk"
options = { iterations = 2000 }
[[method]]
name = "walk"
label = "the same walk"
`

// The shares of a plan are the plan, each cell once, whatever is done; no share
// costs more than another by more than its most expensive cell.
func TestShares(t *testing.T) {
	f := newFolder(t)
	fresh := f.plan(unevenMethods)
	for _, n := range []int{1, 2, 3, 5, 40} {
		shares := fresh.Shares(n)
		found := map[string]int{}
		var costs []float64
		for i, share := range shares {
			cost, counted := 0.0, map[string]bool{}
			for _, c := range share {
				if j, ok := found[c.ID]; ok && j != i {
					t.Errorf("%s is in the shares %d and %d of %d", c.title(), j+1, i+1, n)
				}
				if found[c.ID] = i; !counted[c.ID] {
					cost += c.cost
				}
				counted[c.ID] = true
			}
			costs = append(costs, cost)
		}
		for _, c := range fresh.Cells {
			if _, ok := found[c.ID]; !ok {
				t.Errorf("%s is in no share of %d", c.title(), n)
			}
		}
		if largest := 2000.0 * 60 * 2 * 2; slices.Max(costs)-slices.Min(costs) > largest {
			t.Errorf("costs of %d shares: %v", n, costs)
		}
	}
	if _, err := Run(context.Background(), f.plan(unevenMethods, "repeat=1"), f.options(2)); err != nil {
		t.Fatal(err)
	}
	resumed := f.plan(unevenMethods).Shares(3)
	for i, share := range fresh.Shares(3) {
		if got, want := ids(resumed[i]), ids(share); !slices.Equal(got, want) {
			t.Errorf("share %d of 3 is another when some cells are done", i+1)
		}
	}
}

// Cells that end by the same budget cost the same, on however many rows, so that shares have as
// many of them.
func TestSharesOfBudgets(t *testing.T) {
	f := newFolder(t)
	write(t, f.dir, "large.csv", table(600, "no", "yes"))
	p := f.plan(`
[experiment]
split = { kind = "kfold", folds = 8 }
options = { iterations = 1_000_000_000_000, budget_seconds = 1.0 }
[[dataset]]
file = "two.csv"
[[dataset]]
file = "large.csv"
repeats = 1
[[method]]
name = "walk"
`)
	for i, share := range p.Shares(3) {
		if len(share) != 3 {
			t.Errorf("share %d of 3 has %d of 9 cells, want 3", i+1, len(share))
		}
	}
}

// Two shards that run at once do the plan, each cell once, in journals of their
// own and without a lock on a cell; what they found is what one run finds.
func TestShardsAtOnce(t *testing.T) {
	whole := newFolder(t)
	p := whole.plan(twoMethods)
	if _, err := Run(context.Background(), p, whole.options(1)); err != nil {
		t.Fatal(err)
	}
	f := newFolder(t)
	var wg sync.WaitGroup
	var sums [2]Summary
	for i := range sums {
		shard := f.plan(twoMethods)
		options := f.options(1)
		options.Shard = Shard{i + 1, 2}
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
	folder := f.plan(twoMethods).Folder
	if got, want := deterministic(t, folder), strings.ReplaceAll(deterministic(t, p.Folder), whole.dir, f.dir); got != want {
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
	f := newFolder(t)
	options := f.options(1)
	options.Shard = Shard{9, 9}
	if sum, err := Run(context.Background(), f.plan(twoMethods), options); err != nil || sum != (Summary{}) {
		t.Errorf("%+v, %v", sum, err)
	}
}

func TestParseShard(t *testing.T) {
	if s, err := ParseShard("2/8"); err != nil || s != (Shard{2, 8}) || s.String() != "2/8" {
		t.Errorf("%v, %v", s, err)
	}
	for text, says := range map[string]string{
		"0/3": "3 shares are numbered from 1 to 3", "4/3": "3 shares are numbered from 1 to 3", "-1/3": "numbered from 1",
		"a/b": "write it as i/n", "1": "write it as i/n", "1/2/3": "write it as i/n", "": "write it as i/n", "1/0": "at least one share", "1/4000000000": "at most 1000000 shares",
	} {
		if _, err := ParseShard(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
