package trace

import (
	"strings"
	"testing"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/reporttest"
)

// What counts is the last half of each curve, and the worst curve of a name.
func TestJumps(t *testing.T) {
	m := curves{metric: metrics.Get("nll"), curves: []analysis.Curve{
		{Name: "a", X: []float64{1, 2, 3, 4, 5, 6}, Y: []float64{1, 9, 3, 2, 2.25, 1}},
		{Name: "a", X: []float64{1, 2, 3, 4}, Y: []float64{1, 1, 1, 1.5}},
		{Name: "b", X: []float64{1, 2, 3, 4}, Y: []float64{4, 3, 2, 1}},
		{Name: "c", X: []float64{4}, Y: []float64{1}, Flat: true},
	}}
	if got, want := jumpsText(m), "Test NLL (mean over rows): largest jump for the worse over the last half of a curve: a 0.50, b 0."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestShades(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Datasets, in.Published, in.Spec.Tables = in.Datasets[:1], nil, nil
	in.Spec.Grid = []spec.Axis{{Option: "inducing", Values: []any{int64(10), int64(100)}}}
	for i := range in.Cells {
		in.Cells[i].Options = map[string]any{"inducing": int64(10 + 90*(in.Cells[i].Repeat%2))}
		in.Cells[i].Repeat = 0
	}
	in.Spec.Figures = []spec.Figure{{Title: "Time", Kind: "trace", X: "iteration", Y: []string{"nll"}, Summary: "mean", Panels: "dataset", Series: "label", Options: options{tints: "inducing"}}}
	p := analysis.New(in.Input)
	_, said := newFigure(p, in.Spec.Figures[0], analysis.Coordinates{"dataset": "diabetis"})
	text := strings.Join(append(said.Guide, said.Caption), " ")
	for _, want := range []string{"Curves of a method run from pale to dark with inducing = 10, 100.", "Test NLL (mean over rows): share of the axis of time on which a method has the best value, from when all have begun: X-GPC 100%, SVGPC 0%."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	m := newBuilder(p, in.Spec.Figures[0], nil).curves(analysis.Coordinates{"dataset": "diabetis"}, "nll")
	if len(m.curves) != 6 || len(names(m.curves)) != 3 || m.styles[0].Color == m.styles[1].Color {
		t.Errorf("%d curves", len(m.curves))
	}
}
