package reliability

import (
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/figures/figure"
	"gpcbench/report/reporttest"
)

// One image has two panels for each data set with records, a title above, all bars within.
func TestReliabilityGrid(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	p := analysis.New(in.Input)
	f := spec.Figure{Title: "Reliability", Kind: "reliability", Panels: "dataset", Series: "label"}
	d, _ := newFigure(p, f, analysis.Coordinates{})
	if len(d.Panels) != 2 || len(d.Panels[0]) != 2 || len(d.Legend) != 3 { // higgs has no records
		t.Fatalf("%d rows of %d panels, %d entries", len(d.Panels), len(d.Panels[0]), len(d.Legend))
	}
	for j, want := range []string{"diabetis", "a9a"} {
		if got := d.Panels[0][j].Title.Text; got != want {
			t.Errorf("panel %d is called %q, want %q", j, got, want)
		}
		r, ok := newReliability(p, f, analysis.Coordinates{"dataset": want}, figure.StylesOf(in.Spec.Methods))
		if !ok || len(r.seriesInOrder) != 3 || d.Panels[0][j].Y.Min >= r.floor {
			t.Errorf("%s: %d methods; bars from %g on an axis from %g", want, len(r.seriesInOrder), r.floor, d.Panels[0][j].Y.Min)
		}
	}
}
