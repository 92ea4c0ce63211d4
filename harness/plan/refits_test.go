package plan_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
)

// programWith is a specification of a program with some keys.
func programWith(keys string) string {
	return "[experiment]\nrepeats = 1\nsplit = { kind = \"holdout\", train = 0.5 }\n[[dataset]]\nfile = \"two.csv\"\n[[method]]\nname = \"command\"\nlabel = \"P\"\nrun = [\"sh\"]\n" + keys
}

// A method whose curve is of refits has cells with parts of its budget, which are points of the curve of the whole fit
// and stay with it under a filter. One that is a fit of its own, too, is both.
func TestRefits(t *testing.T) {
	f := harnesstest.NewFolder(t)
	for _, c := range []struct {
		keys string
		only []string
		want []string
	}{
		{"curve = \"refit\"\noptions = { budget_seconds = 4 }\n", nil, []string{"4:3", "0.5 budget_seconds", "1 budget_seconds", "2 budget_seconds"}},
		{"curve = \"refit\"\noptions = { iterations = 20 }\n", nil, []string{"20:3", "2 iterations", "5 iterations", "10 iterations"}},
		{"curve = \"refit\"\nbudget = \"trees\"\noptions = { iterations = 3, trees = 100 }\n", nil, []string{"3:3", "3 trees", "3 trees", "3 trees"}},
		{"curve = \"refit\"\n[grid]\nbudget_seconds = [4, 1]\n", nil, []string{"4:3", "0.5 budget_seconds", "1:3", "2 budget_seconds", "0.125 budget_seconds", "0.25 budget_seconds"}},
		{"curve = \"refit\"\n[grid]\nbudget_seconds = [4, 3]\n", []string{"budget_seconds=4"}, []string{"4:3", "0.5 budget_seconds", "1 budget_seconds", "2 budget_seconds"}},
	} {
		p := f.Plan(programWith(c.keys), c.only...)
		var got []string
		for _, cell := range p.Cells {
			budget := cell.Options["budget_seconds"]
			if budget == 0.0 {
				budget = cell.Options["iterations"]
			}
			text := fmt.Sprint(budget)
			if cell.Refit != "" {
				text += " " + cell.Refit
			} else if cell.Refits != nil {
				text += fmt.Sprintf(":%d", len(cell.Refits))
			}
			got = append(got, text)
			for _, id := range cell.Refits {
				if !slices.ContainsFunc(p.Cells, func(c *plan.Cell) bool { return c.ID == id }) {
					t.Errorf("%s: a point of a curve is no cell", c.keys)
				}
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s only %v: %q, want %q", c.keys, c.only, got, c.want)
		}
	}
	if c, err := f.Plan(programWith("curve = \"refit\"\noptions = { iterations = 20 }\n")).Setting("P"); err != nil || c.Options["iterations"] != int64(20) {
		t.Errorf("a model is fitted with %v, %v", c, err)
	}
	for text, says := range map[string]string{
		programWith("curve = \"refit\"\nbudget = \"iterations\"\noptions = { budget_seconds = 3.0, iterations = 7 }\n"): "has no budget of which refits could use parts",
		programWith("curve = \"refit\"\n"): "has no budget of which refits could use parts",
		strings.Replace(programWith("curve = \"refit\"\n"), "name = \"command\"\nlabel = \"P\"\nrun = [\"sh\"]", "name = \"rate\"", 1): "already has a trace",
	} {
		s, err := f.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := plan.New(context.Background(), s, f.Env()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}
