package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

// The numbers of the first variant are counted as they were without the other,
// which is counted beside.
func TestVariantsAreCountedApart(t *testing.T) {
	alone, both := read(t, reporttest.Synthetic("paper", 10)).Verdicts, read(t, reporttest.Variants("paper", 10)).Verdicts
	was, is := replication.CountNumbers(alone), replication.CountNumbers(both)
	if was.Numbers.String() != is.Numbers.String() || len(was.Beside) != 1 {
		t.Errorf("%+v, then %+v", was, is)
	}
	if !slices.ContainsFunc(is.Beside, func(b replication.NamedCounts) bool { return b.Name == "in variant code" }) {
		t.Fatalf("%+v", is)
	}
	if regressions, err := replication.Check(alone, both); len(regressions) > 0 || err != nil {
		t.Errorf("what was kept before there were variants: %v, %v", regressions, err)
	}
	in := reporttest.Variants("paper", 10)
	for id, r := range in.Records {
		if strings.HasPrefix(id, "diabetis") && strings.HasSuffix(id, "-code") {
			r.Metrics["error"] += 0.035
			in.Records[id] = r
		}
	}
	if regressions, err := replication.Check(both, read(t, in).Verdicts); len(regressions) != 1 || err != nil {
		t.Errorf("the code's own verdicts, one of which is worse: %v, %v", regressions, err)
	}
	keys := map[string]bool{}
	for _, v := range both {
		if keys[fmt.Sprint(v.Table, v.At, v.Metric)] {
			t.Errorf("two verdicts are on %v, %s", v.At, v.Metric)
		}
		keys[fmt.Sprint(v.Table, v.At, v.Metric)] = true
		first := v.At["variant"] == "text"
		if second := v.Metric == "nll"; v.Beside != (second || !first) || (v.Variant == "code") != !first {
			t.Errorf("%v: beside %v, variant %q", v.At, v.Beside, v.Variant)
		}
	}
}

// Methods are compared with one another within a variant.
func TestVariantsAreNotMixed(t *testing.T) {
	foot := func(in replication.Input) string {
		i := slices.IndexFunc(Sections, func(s Section) bool { return s.Name == "comparisons" })
		return string(format.Markdown(document.Document{Blocks: Sections[i].blocks(read(t, in))}))
	}
	alone, both := foot(reporttest.Synthetic("paper", 10)), foot(reporttest.Variants("paper", 10))
	if !strings.HasSuffix(both, alone) || !strings.Contains(both, "in one variant only, “as the text says”") {
		t.Errorf("with variants:\n%s\nwithout:\n%s", both, alone)
	}
	in := reporttest.Variants("paper", 10)
	p := analysis.New(in.Input)
	for _, v := range p.Variants {
		if g := p.Group(analysis.Coordinates{"dataset": "diabetis", "label": "SVGPC", "variant": v}); len(g.OK) != 10 {
			t.Errorf("variant %s has %d fits of SVGPC on diabetis", v, len(g.OK))
		}
	}
}

// A variant may be what a table or a figure is laid out by, and what a selection
// leaves.
func TestVariantsAsCoordinates(t *testing.T) {
	in := reporttest.Variants("paper", 10)
	in.Spec.Tables[0].Columns = "variant"
	in.Spec.Figures[0].Series = "variant"
	text := markdown(t, in)
	for _, want := range []string{"## Table 1: SVGPC", "| Data set | text | code |", "**diabetis, SVGPC**", "**diabetis, Linear**"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	in = reporttest.Variants("paper", 10)
	in.Spec.Figures[0].Variants = []string{"code"}
	var names []string
	for _, f := range slices.Concat(read(t, in).Figures...) {
		names = append(names, f.Name)
	}
	if want := []string{"figure1-diabetis-variant-code", "figure1-a9a-variant-code", "figure2", "figure2-variant-code"}; !slices.Equal(names, want) {
		t.Errorf("figures %q, want %q", names, want)
	}
	in = reporttest.Variants("paper", 10)
	in.Cells = slices.DeleteFunc(in.Cells, func(c *record.Planned) bool { return !slices.Contains(c.Variants, "code") })
	for i := range in.Cells {
		in.Cells[i].Variants = []string{"code"}
	}
	text = markdown(t, in)
	if !strings.Contains(text, "## Table 1, as the authors' code does\n") {
		t.Errorf("the code alone:\n%s", text)
	}
	if counted := replication.CountNumbers(read(t, in).Verdicts); len(counted.Numbers) != 0 || len(counted.Beside) != 1 {
		t.Errorf("the code alone is counted as %+v", counted)
	}
}

// A variant of some data sets has no rows of the others.
func TestVariantOfDatasets(t *testing.T) {
	in := reporttest.Variants("paper", 10)
	in.Spec.Variants[1].Datasets = []string{"diabetis"}
	for i, c := range in.Cells {
		if c.Dataset != "diabetis" {
			in.Cells[i].Variants = slices.DeleteFunc(slices.Clone(c.Variants), func(v string) bool { return v == "code" })
		}
	}
	for _, b := range read(t, in).Tables[0] {
		want := []string{"diabetis", "a9a", "higgs"}
		if b.Variant != "as the text says" {
			want = want[:1]
		}
		if !slices.Equal(b.Rows.Values, want) {
			t.Errorf("%s has the rows %v, want %v", b.Variant, b.Rows.Values, want)
		}
	}
}

// A variant of which nothing is run is named and has no table; where nothing is run at all,
// the tables say so.
func TestWhatIsNotBegunIsNamed(t *testing.T) {
	in := reporttest.Variants("paper", 10)
	for _, c := range in.Cells {
		if !slices.Contains(c.Variants, "text") {
			delete(in.Records, c.ID)
		}
	}
	for i, c := range in.Cells {
		if c.Label != "SVGPC" {
			in.Cells[i].Variants = slices.DeleteFunc(slices.Clone(c.Variants), func(v string) bool { return v == "code" })
		}
	}
	text := markdown(t, in)
	if !strings.Contains(text, "No fit is done yet for: Table 1, as the authors' code does.") || strings.Contains(text, "## Table 1, as the authors' code does") {
		t.Errorf("with the first variant alone:\n%s", text)
	}
	clear(in.Records)
	text = markdown(t, in)
	if !strings.Contains(text, "## Table 1, as the authors' code does") || strings.Contains(text, "No fit is done yet") {
		t.Errorf("without records:\n%s", text)
	}
}
