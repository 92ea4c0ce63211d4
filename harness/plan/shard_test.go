package plan_test

import (
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
)

// ids are those of cells, in order.
func ids(cells []*plan.Cell) []string {
	var out []string
	for _, c := range cells {
		out = append(out, c.ID)
	}
	return out
}

// unevenMethods has cells of which some cost a hundred times as much as others.
const unevenMethods = harnesstest.TwoMethods + `
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
	f := harnesstest.NewFolder(t)
	fresh := f.Plan(unevenMethods)
	for _, n := range []int{1, 2, 3, 5, 40} {
		shares := fresh.Shares(n)
		found := map[string]int{}
		var costs []float64
		for i, share := range shares {
			cost, counted := 0.0, map[string]bool{}
			for _, c := range share {
				if j, ok := found[c.ID]; ok && j != i {
					t.Errorf("%s is in the shares %d and %d of %d", c.Title(), j+1, i+1, n)
				}
				if found[c.ID] = i; !counted[c.ID] {
					cost += c.Cost
				}
				counted[c.ID] = true
			}
			costs = append(costs, cost)
		}
		for _, c := range fresh.Cells {
			if _, ok := found[c.ID]; !ok {
				t.Errorf("%s is in no share of %d", c.Title(), n)
			}
		}
		if largest := 2000.0 * 60 * 2 * 2; slices.Max(costs)-slices.Min(costs) > largest {
			t.Errorf("costs of %d shares: %v", n, costs)
		}
	}
	finish(t, f.Plan(unevenMethods, "repeat=1"))
	resumed := f.Plan(unevenMethods).Shares(3)
	for i, share := range fresh.Shares(3) {
		if got, want := ids(resumed[i]), ids(share); !slices.Equal(got, want) {
			t.Errorf("share %d of 3 is another when some cells are done", i+1)
		}
	}
}

// Cells that end by the same budget cost the same, on however many rows, so that shares have as
// many of them.
func TestSharesOfBudgets(t *testing.T) {
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "large.csv", harnesstest.Table(600, "no", "yes"))
	p := f.Plan(`
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

func TestParseShard(t *testing.T) {
	if s, err := plan.ParseShard("2/8"); err != nil || s != (plan.Shard{2, 8}) || s.String() != "2/8" {
		t.Errorf("%v, %v", s, err)
	}
	for text, says := range map[string]string{
		"0/3": "3 shares are numbered from 1 to 3", "4/3": "3 shares are numbered from 1 to 3", "-1/3": "numbered from 1",
		"a/b": "write it as i/n", "1": "write it as i/n", "1/2/3": "write it as i/n", "": "write it as i/n", "1/0": "at least one share", "1/4000000000": "at most 1000000 shares",
	} {
		if _, err := plan.ParseShard(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Training rows decide what a fit costs, not those of the table.
func TestCostOfTrainingRows(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(strings.Replace(harnesstest.TwoMethods, `folds = 4 }`, "folds = 4 }\nmax_train = 9", 1), "method=rate")
	if got, want := p.Cells[0].Cost, 9.0*2*2; got != want {
		t.Errorf("the cost is %v, want %v", got, want)
	}
}
