package posterior

import (
	"slices"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/reporttest"
)

// Each series has a panel with its own density beside the prior and the exact one, on one scale.
func TestPosterior(t *testing.T) {
	in := reporttest.Synthetic("quick", 2).Input
	in.ReadMap = func(string) (*record.Map, error) {
		return &record.Map{Posterior: &record.Posterior{Theta: []float64{-1, 0, 1, 2}, Prior: []float64{0.1, 0.2, 0.1, 0}, Exact: []float64{0, 0.5, 0.4, 0}, Own: []float64{0, 0.4, 0.8, 0}}}, nil
	}
	d, _ := newFigure(analysis.New(in), spec.Figure{Series: "label"}, analysis.Coordinates{"dataset": in.Datasets[0].Name})
	var legend []string
	for _, e := range d.Legend {
		legend = append(legend, e.Name)
	}
	if want := []string{"prior", "exact posterior", "X-GPC", "SVGPC", "Linear"}; !slices.Equal(legend, want) {
		t.Errorf("legend %q, want %q", legend, want)
	}
	if len(d.Panels) != 1 || len(d.Panels[0]) != 3 {
		t.Fatalf("%d rows", len(d.Panels))
	}
	for _, panel := range d.Panels[0] {
		if panel.X.Min != -1 || panel.X.Max != 1 || panel.Y.Max <= 0.8 || panel.Y.Max > 0.9 { // tails of nothing are cut
			t.Errorf("x from %g to %g, y to %g", panel.X.Min, panel.X.Max, panel.Y.Max)
		}
	}
}
