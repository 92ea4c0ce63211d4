package trace

import (
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/reporttest"
)

// A figure with differences has a second row; its horizontal axes are named below it alone.
func TestDifferences(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	f := spec.Figure{Title: "Time", Kind: "trace", X: "iteration", Y: []string{"nll", "error"}, Summary: "mean", Panels: "dataset", Series: "label", Options: options{differencesFrom: "SVGPC"}}
	d, said := newFigure(analysis.New(in.Input), f, analysis.Coordinates{"dataset": "diabetis"})
	if len(d.Panels) != 2 || len(d.Panels[1]) != 2 {
		t.Fatalf("%d rows", len(d.Panels))
	}
	for j, panel := range d.Panels[1] {
		if panel.Y.Label.Text != "Method minus SVGPC" || panel.X.Label.Text != "Iteration" || d.Panels[0][j].X.Label.Text != "" || d.Panels[0][j].Y.Label.Text == "" {
			t.Errorf("column %d: %q against %q below %q against %q", j, panel.Y.Label.Text, panel.X.Label.Text, d.Panels[0][j].Y.Label.Text, d.Panels[0][j].X.Label.Text)
		}
		if !(panel.Y.Min < 0 && panel.Y.Max > 0) {
			t.Errorf("0 is not between %g and %g", panel.Y.Min, panel.Y.Max)
		}
	}
	if !strings.Contains(strings.Join(said.Guide, " "), "mean difference from SVGPC in the same repeat") {
		t.Errorf("%q", said.Guide)
	}
}

// The columns of a grid may be variants, which are called by their titles.
func TestColumnsOfVariants(t *testing.T) {
	in := reporttest.Variants("quick", 3)
	f := spec.Figure{Title: "Time", Kind: "trace", X: "iteration", Y: []string{"nll"}, Summary: "mean", Panels: "dataset", Series: "label", Options: options{columns: spec.VariantKey}}
	p := analysis.New(in.Input)
	d, _ := newFigure(p, f, analysis.Coordinates{"dataset": in.Datasets[0].Name})
	for i, v := range in.Spec.Variants {
		if got := d.Panels[0][i].Title.Text; got != v.Title {
			t.Errorf("column %d is called %q, want %q", i, got, v.Title)
		}
	}
}
