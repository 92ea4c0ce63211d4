package reliability

import (
	"testing"

	"gpcbench/harness/record"
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

// Calibration errors stand in the panel, of the methods whose records have them.
func TestCalibrationErrorInThePanel(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	for _, r := range in.Records {
		if r.Label == "X-GPC" && r.Status == record.OK {
			r.Metrics["ece"] = 0.0625
		}
	}
	f := spec.Figure{Kind: "reliability", Panels: "dataset", Series: "label"}
	styles := figure.StylesOf(in.Spec.Methods)
	r, _ := newReliability(analysis.New(in.Input), f, analysis.Coordinates{"dataset": "diabetis"}, styles)
	if len(r.notes) != 1 || r.notes[0].Text != "0.062" || r.notes[0].Color != styles["X-GPC"].Color {
		t.Errorf("%+v", r.notes)
	}
}
