package contours

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
)

// grid is records of two labels at 3 x 3 points, of which B lacks one.
func grid() (*analysis.Experiment, spec.Figure) {
	values := []any{0.5, 1.0, 2.0}
	s := &spec.Spec{
		Name: "paper/contours", Datasets: []spec.Dataset{{Name: "d"}}, Methods: []spec.Method{{Name: "m", Label: "A"}, {Name: "m", Label: "B"}},
		Grid: []spec.Axis{{Option: "lengthscale", Values: values}, {Option: "variance", Values: values}},
	}
	in := analysis.Input{Spec: s, Records: map[string]record.Record{}}
	for _, label := range []string{"A", "B"} {
		for i, l := range values {
			for j, v := range values {
				if label == "B" && i == 2 && j == 2 {
					continue
				}
				c := record.Cell{ID: fmt.Sprint(label, i, j), Dataset: "d", Method: "m", Label: label, Options: map[string]any{"lengthscale": l, "variance": v}}
				in.Cells = append(in.Cells, &record.Planned{Cell: c})
				in.Records[c.ID] = record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"log_evidence": float64(10*i - j*j)}}
			}
		}
	}
	return analysis.New(in), spec.Figure{Series: "label", X: "lengthscale", Y: []string{"objective", "log_evidence"}, Options: options{"variance"}}
}

func TestContours(t *testing.T) {
	p, f := grid()
	d, said := newFigure(p, f, analysis.Coordinates{"dataset": "d"})
	if d == nil || len(d.Panels[0]) != 1 {
		t.Fatal("not one panel, of the label that has all points")
	}
	if !strings.Contains(said.Guide[0], "highest value of A") {
		t.Errorf("guide %q", said.Guide)
	}
	s := surface{x: []float64{0, 1, 2}, y: []float64{0, 1, 2}}
	if !s.fill(p, analysis.Coordinates{"dataset": "d", "label": "A"}, p.Dimension("lengthscale"), p.Dimension("variance"), "log_evidence") {
		t.Fatal("a point has no value")
	}
	if z, at := s.highest(); z != 20 || at.X != 2 || at.Y != 0 {
		t.Errorf("highest %g at %v, want 20 at 2, 0", z, at)
	}
	if s.Z(1, 2) != 6 {
		t.Errorf("value %g at the second lengthscale and the third variance, want 6", s.Z(1, 2))
	}
	if places([]string{"1", "x"}) != nil || places([]string{"2", "1"}) != nil {
		t.Error("values that are no rising numbers have places")
	}
}

// A level of four hills has four lines, in the same order each time.
func TestSameSVG(t *testing.T) {
	var hills surface
	for i := range 21 {
		hills.x, hills.y = append(hills.x, float64(i)), append(hills.y, float64(i))
	}
	for _, y := range hills.y {
		var row []float64
		for _, x := range hills.x {
			row = append(row, math.Sin(x*math.Pi/10)*math.Sin(y*math.Pi/10)+math.Cos(x*math.Pi/5))
		}
		hills.z = append(hills.z, row)
	}
	axis := analysis.Dimension{Values: make([]string, 21)}
	encoded := func() string {
		svg, err := drawing.Row([]*plot.Plot{panelOf(hills, axis, axis, []float64{0, 0.5, 1})}, drawing.PanelHeight, nil).Encode("svg")
		if err != nil {
			t.Fatal(err)
		}
		return string(svg)
	}
	first := encoded()
	for range 20 {
		if encoded() != first {
			t.Fatal("two drawings of one surface are different")
		}
	}
}
