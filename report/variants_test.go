package report

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// variants is synthetic in two variants: X-GPC has the same options in both,
// SVGPC takes a learning rate of its own in the second, which is closer to the
// paper, and the linear classifier is in the first alone.
func variants(profile string, repeats int) Input {
	in := synthetic(profile, repeats)
	in.Spec.Variants = []spec.Variant{
		{Name: "text", Title: "as the text says"},
		{Name: "code", Title: "as the authors' code does", Labels: []string{"X-GPC", "SVGPC"}},
	}
	cells := in.Cells
	in.Cells = nil
	for _, c := range cells {
		switch c.Label {
		case "Linear":
			c.Variants = []string{"text"}
		case "X-GPC":
			c.Variants = []string{"text", "code"}
		case "SVGPC":
			c.Variants = []string{"text"}
			other := c
			other.ID, other.Variants = c.ID+"-code", []string{"code"}
			other.Options = map[string]any{"inducing": 100.0, "rate": 0.1}
			r := in.Records[c.ID]
			r.Cell = other.Cell
			if r.Status == record.OK {
				r.Metrics = map[string]float64{"error": r.Metrics["error"] - 0.035, "nll": r.Metrics["nll"] + 0.16, "nll_median": r.Metrics["nll_median"] + 0.3}
			}
			in.Cells, in.Records[other.ID] = append(in.Cells, other), r
		}
		in.Cells = append(in.Cells, c)
	}
	return in
}

func TestVariantsGolden(t *testing.T) {
	r := build(t, variants("paper", 10))
	for _, f := range r.Files {
		switch filepath.Ext(f.Path) {
		case ".md", ".csv":
			golden(t, path.Join("variants", f.Path), f.Content)
		}
	}
	golden(t, "variants/index.md", Index([]*Report{r}))
}

// The numbers of the first variant are counted as they were without the other,
// which is counted beside.
func TestVariantsAreCountedApart(t *testing.T) {
	alone, both := build(t, synthetic("paper", 10)).Verdicts, build(t, variants("paper", 10)).Verdicts
	was, is := Counts(alone), Counts(both)
	if countsText(was.Numbers) != countsText(is.Numbers) || len(was.Variants) != 0 {
		t.Errorf("%+v, then %+v", was, is)
	}
	if len(is.Variants) != 1 || is.Variants[0].Name != "code" {
		t.Fatalf("%+v", is)
	}
	if regressions, err := Check(alone, both); len(regressions) > 0 || err != nil {
		t.Errorf("what was kept before there were variants: %v, %v", regressions, err)
	}
	in := variants("paper", 10)
	for id, r := range in.Records {
		if strings.HasPrefix(id, "diabetis") && strings.HasSuffix(id, "-code") {
			r.Metrics["error"] += 0.035
			in.Records[id] = r
		}
	}
	if regressions, err := Check(both, build(t, in).Verdicts); len(regressions) != 1 || err != nil {
		t.Errorf("the code's own verdicts, one of which is worse: %v, %v", regressions, err)
	}
	keys := map[string]bool{}
	for _, v := range both {
		if keys[v.key()] {
			t.Errorf("two verdicts have the key %s", v.key())
		}
		keys[v.key()] = true
		first := v.At["variant"] == "text"
		if reading := v.Metric == "nll"; v.Beside != (reading || !first) || (v.Variant == "code") != !first {
			t.Errorf("%s: beside %v, variant %q", v.key(), v.Beside, v.Variant)
		}
	}
}

// Methods are compared with one another within a variant.
func TestVariantsAreNotMixed(t *testing.T) {
	foot := func(in Input) string {
		p := newProject(in)
		var w page
		w.comparisons(p)
		return w.String()
	}
	alone, both := foot(synthetic("paper", 10)), foot(variants("paper", 10))
	if !strings.HasSuffix(both, alone) || !strings.Contains(both, "in the first variant alone, as the text says") {
		t.Errorf("with variants:\n%s\nwithout:\n%s", both, alone)
	}
	in := variants("paper", 10)
	in.Published = []byte(strings.Replace(publishedSource, `["a9a", "X-GPC", "error"`, `["diabetis", "SVGPC", "seconds", "405", "59"],`+"\n"+`["a9a", "X-GPC", "error"`, 1))
	if text := string(build(t, in).Files[0].Content); strings.Count(text, "SVGPC trains") != 1 || !strings.Contains(text, "*As the text says.* SVGPC trains 7.5 times as long as X-GPC") {
		t.Errorf("training times:\n%s", text)
	}
	p := newProject(in)
	for _, v := range p.variants {
		if g := p.group(coordinates{"dataset": "diabetis", "label": "SVGPC", "variant": v}); len(g.ok) != 10 {
			t.Errorf("variant %s has %d fits of SVGPC on diabetis", v, len(g.ok))
		}
	}
}

// A variant may be what a table or a figure is laid out by, and what a selection
// leaves.
func TestVariantsAsCoordinates(t *testing.T) {
	in := variants("paper", 10)
	in.Spec.Tables[0].Columns = "variant"
	in.Spec.Figures[0].Series = "variant"
	r := build(t, in)
	text := string(r.Files[0].Content)
	for _, want := range []string{"## Table 1: SVGPC", "| Data set | text | code |", "**diabetis, SVGPC**", "**diabetis, Linear**"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	in = variants("paper", 10)
	in.Spec.Figures[0].Variants = []string{"code"}
	var names []string
	for _, f := range build(t, in).Files {
		if strings.HasPrefix(f.Path, "figure") && strings.HasSuffix(f.Path, ".svg") {
			names = append(names, f.Path)
		}
	}
	if want := []string{"figure1-diabetis-variant-code.svg", "figure1-a9a-variant-code.svg", "figure2-diabetis.svg", "figure2-diabetis-variant-code.svg", "figure2-a9a.svg", "figure2-a9a-variant-code.svg"}; !slices.Equal(names, want) {
		t.Errorf("figures %q, want %q", names, want)
	}
	in = variants("paper", 10)
	in.Cells = slices.DeleteFunc(in.Cells, func(c record.Planned) bool { return !slices.Contains(c.Variants, "code") })
	for i := range in.Cells {
		in.Cells[i].Variants = []string{"code"}
	}
	r = build(t, in)
	text = string(r.Files[0].Content)
	if !strings.Contains(text, "## Table 1, as the authors' code does\n") || strings.Contains(text, "Side by side") {
		t.Errorf("the code alone:\n%s", text)
	}
	if tally := Counts(r.Verdicts); len(tally.Numbers) != 0 || len(tally.Variants) != 1 {
		t.Errorf("the code alone is counted as %+v", tally)
	}
}

// agreement counts the numbers that every variant has a verdict on.
func TestAgreement(t *testing.T) {
	p := newProject(variants("paper", 10))
	verdict := func(name string) *Verdict {
		if name == "" {
			return nil
		}
		return &Verdict{Verdict: name}
	}
	var numbers []numbered
	for _, pair := range [][2]string{
		{Reproduced, Reproduced}, {Reproduced, Worse}, {Reproduced, Better}, {Worse, Reproduced}, {Worse, Better}, {Worse, DataDiffers}, {Reproduced, ""},
	} {
		numbers = append(numbers, numbered{verdicts: []*Verdict{verdict(pair[0]), verdict(pair[1])}})
	}
	const want = "Of 5 numbers with a verdict in every variant, 3 are reproduced as the text says, 2 as the authors' code does, 1 by both, 1 by neither"
	if got := p.agreement(numbers); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := p.agreement(numbers[5:]); got != "" {
		t.Errorf("nothing can be compared: %q", got)
	}
}

// A variant of some data sets has no rows of the others.
func TestVariantOfDatasets(t *testing.T) {
	in := variants("paper", 10)
	in.Spec.Variants[1].Datasets = []string{"diabetis"}
	for i, c := range in.Cells {
		if c.Dataset != "diabetis" {
			in.Cells[i].Variants = slices.DeleteFunc(slices.Clone(c.Variants), func(v string) bool { return v == "code" })
		}
	}
	r := build(t, in)
	for _, b := range r.tables {
		want := []string{"diabetis", "a9a", "higgs"}
		if b.variant != "as the text says" {
			want = want[:1]
		}
		if !slices.Equal(b.rows.values, want) {
			t.Errorf("%s has the rows %v, want %v", b.variant, b.rows.values, want)
		}
	}
}
