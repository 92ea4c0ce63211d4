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

func TestMoved(t *testing.T) {
	from := mapPlotter{*halves([2]float64{0, 0}, [2]float64{7, 0})}
	to := mapPlotter{*halves([2]float64{0, 70}, [2]float64{5.6, 0})}
	if got := to.moved(from); math.Abs(got-0.6) > 1e-12 {
		t.Errorf("moved by %v, want the mean of 1 and 0.2", got)
	}
	if got := to.moved(mapPlotter{*halves([2]float64{0, 0})}); !math.IsNaN(got) {
		t.Errorf("one start for two: %v", got)
	}
	if got := (mapPlotter{*halves()}).moved(mapPlotter{*halves()}); !math.IsNaN(got) {
		t.Errorf("nothing to move: %v", got)
	}
}

func TestInducingTables(t *testing.T) {
	in := synthetic("quick", 3)
	in.Datasets = in.Datasets[:1]
	f := spec.Figure{Kind: "boundaries", X: "dataset", Panels: "dataset", Series: "label"}
	in.Maps = func(cell string) (*record.Map, error) {
		switch repeat := cell[len(cell)-1]; {
		case strings.Contains(cell, "Linear"):
			return halves(), nil
		case strings.Contains(cell, "SVGPC"): // starts further right in later repeats
			return halves([2]float64{0.7 * float64(repeat-'0'), 10}), nil
		default:
			away := map[byte]float64{'0': 1, '1': 0.5, '2': 8}[repeat]
			return halves([2]float64{3.5 - away, 10}), nil
		}
	}
	tables := newProject(in).inducingTables(f, coordinates{}, []string{"X-GPC", "Linear"})
	if want := "| | dataset diabetis |\n|---|---|\n| X-GPC | 0.50 |\n| Linear | – |"; len(tables) != 1 || !strings.HasSuffix(tables[0], want) {
		t.Errorf("%q", tables)
	}
	f.Start = "SVGPC"
	tables = newProject(in).inducingTables(f, coordinates{}, []string{"X-GPC", "Linear"})
	// X-GPC ends at 2.5, 3 and -4.5, which is 2.5/7, 2.3/7 and 5.9/7 from its start
	for i, want := range []string{"| X-GPC | 0.50 |\n| Linear | – |\n| SVGPC | 1.4 |", "| X-GPC | 0.36 |\n| Linear | – |"} {
		if len(tables) != 2 || !strings.HasSuffix(tables[i], want) {
			t.Fatalf("%q, want %q at the end of %d", tables, want, i)
		}
	}
	if tables := newProject(in).inducingTables(f, coordinates{}, []string{"Linear"}); len(tables) != 1 {
		t.Errorf("%q", tables)
	}
	in.Maps = nil
	if tables := newProject(in).inducingTables(f, coordinates{}, []string{"X-GPC"}); tables != nil {
		t.Errorf("no maps: %q", tables)
	}
}
