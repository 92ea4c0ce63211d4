package report

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"gpcbench/harness/spec"
)

// a leads from 1 to 100, b from 100 to 10,000 seconds.
func TestFrontier(t *testing.T) {
	curves := []curve{
		{name: "a", x: []float64{1, 10000}, y: []float64{0.5, 0.5}},
		{name: "b", x: []float64{10, 100}, y: []float64{0.6, 0.4}},
		{name: "b", x: []float64{10, 100}, y: []float64{0.7, 0.45}},
	}
	shares := frontier(curves, false)
	if math.Abs(shares["a"]-0.5) > 0.01 || math.Abs(shares["a"]+shares["b"]-1) > 1e-12 {
		t.Errorf("%v", shares)
	}
	if shares := frontier(curves, true); math.Abs(shares["b"]-0.25) > 0.01 {
		t.Errorf("higher is better: %v", shares)
	}
}

// What counts is the last half of each curve, and the worst curve of a name.
func TestJumps(t *testing.T) {
	m := tracedMetric{metric: "nll", curves: []curve{
		{name: "a", x: []float64{1, 2, 3, 4, 5, 6}, y: []float64{1, 9, 3, 2, 2.25, 1}},
		{name: "a", x: []float64{1, 2, 3, 4}, y: []float64{1, 1, 1, 1.5}},
		{name: "b", x: []float64{1, 2, 3, 4}, y: []float64{4, 3, 2, 1}},
		{name: "c", x: []float64{4}, y: []float64{1}, flat: true},
	}}
	if got, want := jumpsText(m), "Test NLL (mean over rows): largest jump for the worse over the last half of a curve: a 0.50, b 0."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestShades(t *testing.T) {
	if got := shade(blue, 1); got != blue {
		t.Errorf("the last shade is %v, not %v", got, blue)
	}
	if got := shade(color.NRGBA{0, 100, 255, 255}, 0); got != (color.NRGBA{179, 209, 255, 255}) {
		t.Errorf("the palest is %v", got)
	}
	in := synthetic("quick", 2)
	in.Datasets, in.Published, in.Spec.Tables = in.Datasets[:1], nil, nil
	in.Spec.Grid = []spec.Axis{{Option: "inducing", Values: []any{int64(10), int64(100)}}}
	for i := range in.Cells {
		in.Cells[i].Options = map[string]any{"inducing": int64(10 + 90*(in.Cells[i].Repeat%2))}
		in.Cells[i].Repeat = 0
	}
	in.Spec.Figures = []spec.Figure{{Title: "Time", Kind: "trace", X: "iteration", Y: []string{"nll"}, Summary: "mean", Panels: "dataset", Series: "label", Shades: "inducing"}}
	var files []string
	r := build(t, in)
	for _, f := range r.Files {
		files = append(files, f.Path)
	}
	if names := strings.Join(files, " "); !strings.Contains(names, "figure1-diabetis.svg") {
		t.Errorf("one figure with all shades is not among %s", names)
	}
	text := string(r.Files[0].Content)
	for _, want := range []string{"Curves of a method run from pale to dark with inducing = 10, 100.", "Test NLL (mean over rows): share of the axis of time on which a method has the best value: X-GPC 100%, SVGPC 0%."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	p := newProject(in)
	m := p.tracedMetric(in.Spec.Figures[0], coordinates{"dataset": "diabetis"}, "iteration", "nll")
	if len(m.curves) != 6 || len(lastOfEach(m.curves)) != 3 || m.curves[0].style.color == m.curves[1].style.color {
		t.Errorf("%d curves", len(m.curves))
	}
}
