package trace

import (
	"slices"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
)

// Every series has a curve for each tint, and the legend names both.
func TestTints(t *testing.T) {
	in := byInducing()
	in.Spec.Figures = []spec.Figure{{Title: "Time", Kind: "trace", X: "iteration", Y: []string{"nll"}, Summary: "mean", Panels: "dataset", Series: "label", Options: options{tints: "inducing"}}}
	p := analysis.New(in.Input)
	d, _ := newFigure(p, in.Spec.Figures[0], analysis.Coordinates{"dataset": "diabetis"})
	var legend []string
	for _, e := range d.Legend {
		legend = append(legend, e.Name)
	}
	if want := []string{"X-GPC", "SVGPC", "Linear", "inducing = 10", "100"}; !slices.Equal(legend, want) {
		t.Errorf("legend %q, want %q", legend, want)
	}
	m := newBuilder(p, in.Spec.Figures[0], nil).curves(analysis.Coordinates{"dataset": "diabetis"}, "nll")
	if len(m.curves) != 6 || m.styles[0].Color == m.styles[1].Color {
		t.Errorf("%d curves", len(m.curves))
	}
}

// With tints there is a difference for each of them.
func TestDifferencesOfTints(t *testing.T) {
	in := byInducing()
	f := spec.Figure{Kind: "trace", X: "iteration", Y: []string{"nll"}, Summary: "mean", Panels: "dataset", Series: "label", Options: options{tints: "inducing", differencesFrom: "SVGPC"}}
	d := newBuilder(analysis.New(in.Input), f, nil).differences(analysis.Coordinates{"dataset": "diabetis"}, "nll")
	if len(d.curves) != 4 || d.curves[0].Name != "X-GPC" || d.curves[1].Name != "X-GPC" || d.styles[0].Color == d.styles[1].Color {
		t.Errorf("%d differences", len(d.curves))
	}
}
