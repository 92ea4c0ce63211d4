package plan_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpcbench/data/datatest"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
)

const oneSplit = "[experiment]\nseeds = 3\n[[dataset]]\nfile = \"two.csv\"\nsplit = { kind = \"holdout\", train = 0.5 }\n[[method]]\nname = \"rate\"\n"

// The first of several seeds is the cell without any; the others have its rows and are no repeats.
func TestSeeds(t *testing.T) {
	f := harnesstest.NewFolder(t)
	alone := f.Plan(strings.Replace(oneSplit, "seeds = 3\n", "", 1)).Cells
	repeated := f.Plan(strings.Replace(oneSplit, "seeds = 3", "repeats = 3", 1)).Cells
	seeds := f.Plan(oneSplit).Cells
	if len(alone) != 1 || len(repeated) != 3 || len(seeds) != 3 || seeds[0].ID != alone[0].ID || seeds[0].SameRows {
		t.Fatalf("%d, %d and %d cells", len(alone), len(repeated), len(seeds))
	}
	for i, c := range seeds[1:] {
		if c.ID == repeated[i+1].ID || c.Repeat != i+1 || c.Split() != 0 || !c.SameRows {
			t.Errorf("seed %d: %+v", i+1, c.Cell)
		}
	}
	if more := f.Plan(strings.Replace(oneSplit, "= 3", "= 5", 1)).Cells; more[2].ID != seeds[2].ID {
		t.Error("with more seeds a seed is another cell")
	}
}

// A variant has seeds of its own, and other variants keep to theirs.
func TestSeedsOfAVariant(t *testing.T) {
	f := harnesstest.NewFolder(t)
	text := strings.Replace(oneSplit, "seeds = 3", "seeds = 2", 1) + "[[variant]]\nname = \"a\"\nseeds = 1\n[[variant]]\nname = \"b\"\n"
	var got []string
	for _, c := range f.Plan(text).Cells {
		got = append(got, fmt.Sprint(c.Repeat, c.Variants))
	}
	if want := []string{"0 [a b]", "1 [b]"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Seeds are of one split.
func TestSeedsOfSeveralSplits(t *testing.T) {
	f := harnesstest.NewFolder(t)
	s, err := f.Parse(strings.Replace(oneSplit, "seeds = 3", "seeds = 3\nrepeats = 2", 1))
	if err != nil {
		t.Fatal(err)
	}
	_, err = plan.New(context.Background(), s, f.Env())
	datatest.CheckProblem(t, "plan", err, "3 seeds are for one split, but data set two has 2 repeats")
}
