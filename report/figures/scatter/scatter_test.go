package scatter

import (
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/report/reporttest"
)

// Many rows are drawn thinly.
func TestScatterIsThinned(t *testing.T) {
	in, files := reporttest.WithReference()
	for cell, text := range files {
		head, rows, _ := strings.Cut(text, "\n")
		files[cell] = head + "\n" + strings.Repeat(rows, 100)
	}
	p := analysis.New(in.Input)
	g := p.Group(analysis.Coordinates{"dataset": "d", "label": "X-GPC"})
	if n := len(points(p, analysis.Quantities[0], g)); n != 1600 {
		t.Fatalf("%d points", n)
	}
	if n := len(everyOf(points(p, analysis.Quantities[0], g), 2)); n != 800 {
		t.Errorf("%d of 1600 points are every second", n)
	}
	_, said := newFigure(p, in.Spec.Figures[0], analysis.Coordinates{"dataset": "d"})
	if !strings.Contains(strings.Join(said.Guide, " "), "more than 1000 rows") {
		t.Errorf("guide %q", said.Guide)
	}
}
