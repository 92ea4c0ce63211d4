package reliability

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/reporttest"
)

// One image has a panel for each data set with records, a title above, all bars within, and the
// calibration errors of those methods whose records have them.
func TestReliabilityGrid(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	for _, r := range in.Records {
		if r.Label == "X-GPC" && r.Status == record.OK {
			r.Metrics["ece"] = 0.0625
		}
	}
	f := spec.Figure{Title: "Reliability", Kind: "reliability", Panels: "dataset", Series: "label"}
	d, _ := newFigure(analysis.New(in.Input), f, analysis.Coordinates{})
	if len(d.Panels) != 1 || len(d.Panels[0]) != 2 || len(d.Legend) != 3 { // higgs has no records
		t.Fatalf("%d rows of %d panels, %d entries", len(d.Panels), len(d.Panels[0]), len(d.Legend))
	}
	for j, want := range []string{"diabetis", "a9a"} {
		if got := d.Panels[0][j]; got.Title.Text != want || got.Y.Min > 0.5 {
			t.Errorf("panel %d is called %q, want %q; it begins at %g", j, got.Title.Text, want, got.Y.Min)
		}
	}
	svg, err := d.Encode("svg")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(svg), ">0.062<"); n != 2 {
		t.Errorf("the calibration error stands %d times", n)
	}
	place := func(text string) float64 { // from the top
		found := regexp.MustCompile(`<text [^>]*y="([0-9]+)"[^>]*>` + text + "<").FindSubmatch(svg)
		if found == nil {
			t.Fatalf("no %s", text)
		}
		y, err := strconv.ParseFloat(string(found[1]), 64)
		if err != nil {
			t.Fatal(err)
		}
		return y
	}
	if errors, title, top := place("0\\.062"), place("diabetis"), place("1\\.0"); errors <= title || errors >= top-30 {
		t.Errorf("calibration errors at %g hide curves below %g, or are above the title at %g", errors, top, title)
	}
}

// A single panel has its calibration errors in the legend, and class shares have no curve.
func TestReliabilityOfOneTable(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	in.Spec.Methods[2].Name = "majority"
	for _, r := range in.Records {
		if r.Label == "X-GPC" && r.Status == record.OK {
			r.Metrics["ece"] = 0.0625
		}
	}
	f := spec.Figure{Title: "Reliability", Kind: "reliability", Panels: "dataset", Series: "label"}
	p := analysis.New(in.Input)
	g := grid{low: 1, floor: 1}
	g.add(p, f, analysis.Coordinates{"dataset": "diabetis"}, "diabetis")
	if g.tellErrors(); len(g.legend) != 2 || g.legend[0].Name != "X-GPC, ECE 0.062" {
		t.Errorf("%+v", g.legend)
	}
}
