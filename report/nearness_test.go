package report

import (
	"math"
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// halves is a map of two classes, left and right of x = 3.5 in a box of width 7.
func halves(inducing ...[2]float64) *record.Map {
	m := &record.Map{
		High: [2]float64{7, 70}, Side: 8, Classes: []string{"a", "b"},
		Rows: [][2]float64{{1.5, 10}, {5.5, 60}}, Labels: []int{0, 1},
	}
	if len(inducing) > 0 {
		m.Inducing = [][][2]float64{inducing}
	}
	grid := make([]int, 64)
	for i := range grid {
		if i%8 > 3 {
			grid[i] = 1
		}
	}
	m.SetGrid(grid)
	return m
}

func TestNearness(t *testing.T) {
	for want, m := range map[float64]*record.Map{
		0.5: halves([2]float64{2.5, 0}, [2]float64{4.5, 35}),
		0:   halves([2]float64{3.5, 20}),
		2.5: halves([2]float64{8.5, 70}), // outside the box
	} {
		if got := (mapPlotter{*m}).nearness(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", m.Inducing, got, want)
		}
	}
	blank := halves([2]float64{1, 1})
	blank.SetGrid(make([]int, 64))
	for _, m := range []*record.Map{halves(), blank} {
		if got := (mapPlotter{*m}).nearness(); !math.IsNaN(got) {
			t.Errorf("no inducing inputs or no borders: %v", got)
		}
	}
}

func TestNearnessTable(t *testing.T) {
	in := synthetic("quick", 3)
	in.Datasets = in.Datasets[:1]
	f := spec.Figure{Kind: "boundaries", X: "dataset", Panels: "dataset", Series: "label"}
	in.Maps = func(cell string) (*record.Map, error) {
		if strings.Contains(cell, "Linear") {
			return halves(), nil
		}
		away := map[byte]float64{'0': 1, '1': 0.5, '2': 8}[cell[len(cell)-1]]
		return halves([2]float64{3.5 - away, 10}), nil
	}
	text := newProject(in).nearnessTable(f, coordinates{}, []string{"X-GPC", "Linear"})
	if want := "| | dataset diabetis |\n|---|---|\n| X-GPC | 0.50 |\n| Linear | – |"; !strings.HasSuffix(text, want) {
		t.Errorf("%s", text)
	}
	if text := newProject(in).nearnessTable(f, coordinates{}, []string{"Linear"}); text != "" {
		t.Errorf("nothing to tell: %s", text)
	}
}
