package report

import (
	"errors"
	"io/fs"
	"math"
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// thirds is a map of three classes: the lower half is class 0, and of the upper
// one the left is class 1 and the right class 2.
func thirds() *record.Map {
	const side = 8
	m := &record.Map{
		Low: [2]float64{0, 0}, High: [2]float64{7, 7}, Side: side, Classes: []string{"a", "b", "c"},
		Rows: [][2]float64{{1, 1}, {2, 6}, {6, 6}}, Labels: []int{0, 1, 2},
		Inducing: [][][2]float64{{{1, 2}, {1, 2.0001}}, {{3, 3}}, {{20, 3}}},
	}
	grid := make([]int, side*side)
	for i := range grid {
		switch x, y := i%side, i/side; {
		case y < side/2:
		case x < side/2:
			grid[i] = 1
		default:
			grid[i] = 2
		}
	}
	m.SetGrid(grid)
	return m
}

func TestBordersLieBetweenClasses(t *testing.T) {
	segments := mapPlotter{thirds()}.borders()
	length, centre := 0.0, false
	for _, s := range segments {
		for _, p := range s {
			across, up := p[1] == 3.5, p[0] == 3.5 && p[1] >= 3.5
			if !across && !up {
				t.Errorf("%v is on no border", p)
			}
			centre = centre || p == [2]float64{3.5, 3.5}
		}
		length += math.Hypot(s[0][0]-s[1][0], s[0][1]-s[1][1])
	}
	if math.Abs(length-(7+3.5)) > 1e-12 || !centre {
		t.Errorf("borders of length %v, want 10.5; through the point where three classes meet: %v", length, centre)
	}
}

func TestBoundaries(t *testing.T) {
	in := synthetic("quick", 2)
	in.Datasets, in.Published, in.Spec.Tables = in.Datasets[:1], nil, nil
	in.Spec.Figures = []spec.Figure{{Title: "Borders", Kind: "boundaries", X: "dataset", Panels: "dataset", Series: "label"}}
	in.Maps = func(cell string) (*record.Map, error) {
		if strings.Contains(cell, "SVGPC") {
			return nil, fs.ErrNotExist
		}
		return thirds(), nil
	}
	r := build(t, in)
	names := map[string]int{}
	for _, f := range r.Files {
		names[f.Path] = len(f.Content)
	}
	for _, name := range []string{"figure1.svg", "figure1.png", "figure1.pdf"} {
		if names[name] == 0 {
			t.Errorf("no %s among %v", name, names)
		}
	}
	text := string(r.Files[0].Content)
	for _, want := range []string{"2 inducing inputs lie outside the panels", "One cell has no map"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q:\n%s", want, text)
		}
	}
	in.Maps = func(string) (*record.Map, error) { return nil, errors.New("x.json.gz: damaged") }
	if text := string(build(t, in).Files[0].Content); strings.Contains(text, "figure1.png") {
		t.Error("a figure without any map was drawn")
	}
}
