package plan_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/spec"
)

// variants are of walk, which has the option then, and of rate, which has not.
const variants = `
[[variant]]
name = "text"
[[variant]]
name = "code"
options = { then = "nan" }
[[variant]]
name = "other"
methods = ["walk"]
[variant.method.walk]
options = { iterations = 7 }
`

// A variant may have fewer repeats than its data sets.
func TestRepeatsOfAVariant(t *testing.T) {
	f := harnesstest.NewFolder(t)
	var got []string
	for _, c := range f.Plan(harnesstest.TwoMethods + strings.Replace(variants, "name = \"code\"", "name = \"code\"\nrepeats = 1", 1)).Cells {
		if c.Label == "walk" && slices.Contains(c.Variants, "code") || c.Label == "base rate" {
			got = append(got, fmt.Sprintf("%s %d %v", c.Label, c.Repeat, c.Variants))
		}
	}
	want := []string{"walk 0 [code]", "base rate 0 [text code]", "base rate 1 [text]", "base rate 2 [text]", "base rate 3 [text]"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A cell belongs to all variants that agree on its options, and its ID is that of
// the cell without any: records from before the variants count for the first.
func TestVariantsShareCells(t *testing.T) {
	f := harnesstest.NewFolder(t)
	finish(t, f.Plan(harnesstest.TwoMethods))
	var got []string
	p := f.Plan(harnesstest.TwoMethods+variants, "repeat=0")
	for _, c := range p.Cells {
		got = append(got, fmt.Sprintf("%s %v %s", c.Label, c.Variants, c.State))
	}
	want := []string{"walk [text] done", "walk [code] missing", "walk [other] missing", "base rate [text code] done"}
	if !slices.Equal(got, want) || p.Stale != 0 {
		t.Errorf("%q, want %q; %d stale", got, want, p.Stale)
	}
	other := f.Plan(harnesstest.TwoMethods+variants, "variant=other")
	if left, _ := other.ToRun(other.Cells, false); len(other.Cells) != 4 || len(left) != 4 {
		t.Errorf("%d cells, %d of them to run", len(other.Cells), len(left))
	}
}

// A filter leaves the cells of a variant, and of what they belong to that variant
// alone.
func TestOnlyAVariant(t *testing.T) {
	f := harnesstest.NewFolder(t)
	for _, c := range []struct {
		only []string
		want string
	}{
		{[]string{"variant=code"}, "walk [code]; base rate [code]"},
		{[]string{"variant=code", "label=walk"}, "walk [code]"},
		{[]string{"variant=code", "variant=text"}, "walk [text]; walk [code]; base rate [text code]"},
		{[]string{"variant=other", "label=base rate"}, ""},
	} {
		var got []string
		for _, cell := range f.Plan(harnesstest.TwoMethods+variants, append(c.only, "repeat=0")...).Cells {
			got = append(got, fmt.Sprintf("%s %v", cell.Label, cell.Variants))
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("only %v leaves %q, want %q", c.only, text, c.want)
		}
	}
	for text, says := range map[string]string{harnesstest.TwoMethods + variants: "did you mean code?", harnesstest.TwoMethods: "x has no variants"} {
		s, err := f.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		env := f.Env()
		env.Only = plan.Filter{{spec.VariantKey, "codes"}}
		var wrong *plan.FilterError
		if _, err := plan.New(context.Background(), s, env); !errors.As(err, &wrong) || !strings.Contains(err.Error(), says) {
			t.Errorf("only a variant that is not there: %v", err)
		}
	}
}

// A data set that no selected variant is of is not loaded, and so not fetched either.
func TestOnlyDatasetsOfTheVariant(t *testing.T) {
	f := harnesstest.NewFolder(t)
	s, err := f.Parse(strings.Replace(harnesstest.TwoMethods, "[[method]]", "[[dataset]]\nname = \"mnist\"\n[[method]]", 1) + strings.Replace(variants, "name = \"code\"", "name = \"code\"\ndatasets = [\"two\"]", 1))
	if err != nil {
		t.Fatal(err)
	}
	env := f.Env()
	for variant, want := range map[string]int{"code": 0, "text": 1} {
		env.Only = plan.Filter{{spec.VariantKey, variant}}
		p, err := plan.New(t.Context(), s, env)
		if err != nil || len(p.Missing) != want {
			t.Errorf("variant %s: missing %v, %v", variant, p.Missing, err)
		}
	}
}

// What is wrong with a variant's options is reported with their place.
func TestVariantsAreChecked(t *testing.T) {
	f := harnesstest.NewFolder(t)
	s, err := f.Parse(strings.NewReplacer(`then = "nan"`, `then = "never"`, "iterations = 7", "smooth = 7").Replace(harnesstest.TwoMethods + variants))
	if err != nil {
		t.Fatal(err)
	}
	_, err = plan.New(context.Background(), s, f.Env())
	if err == nil {
		t.Fatal("no error")
	}
	for _, says := range []string{"x.toml:17:13: ", `"never"`, "x.toml:22:13: ", `"walk" has no option "smooth"`} {
		if !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %s", err, says)
		}
	}
	const tables = "[[table]]\nrows = \"variant\"\n[[figure]]\nkind = \"line\"\ny = \"nll\"\npanels = \"variant\"\n"
	if f.Plan(harnesstest.TwoMethods + variants + tables); t.Failed() {
		return
	}
	if s, err = f.Parse(harnesstest.TwoMethods + tables); err != nil {
		t.Fatal(err)
	}
	if _, err = plan.New(context.Background(), s, f.Env()); err == nil || !strings.Contains(err.Error(), `rows: "variant" is neither`) {
		t.Errorf("a table by variants that are not there: %v", err)
	}
}
