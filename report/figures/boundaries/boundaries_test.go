package boundaries

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
	"gpcbench/harness/spec"
	"gpcbench/report/reporttest"
)

// A cell without a map has no panel, and it is said why.
func TestBoundariesWithoutAMap(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Datasets, in.Published, in.Spec.Tables = in.Datasets[:2], nil, nil
	in.Spec.Figures = []spec.Figure{{Title: "Borders", Kind: "boundaries", X: "dataset", Panels: "dataset", Series: "label"}}
	name := in.Datasets[0].Name
	in.ReadMap = func(cell string) (*record.Map, error) {
		for _, c := range in.Cells {
			if c.ID == cell && c.Dataset == name {
				return nil, fs.ErrNotExist
			}
		}
		return recordtest.Thirds(), nil
	}
	d, said := newFigure(analysis.New(in.Input), in.Spec.Figures[0], analysis.Coordinates{})
	if d == nil || len(d.Panels[0]) != 1 || d.Panels[0][0].Title.Text != in.Datasets[1].Name || strings.Contains(said.Caption, "no map") {
		t.Errorf("%v, %q", d, said)
	}
	if !slices.ContainsFunc(said.Gaps, func(g analysis.Gap) bool {
		return strings.HasSuffix(g.String(), "there is no map; runexp run makes it")
	}) {
		t.Errorf("it is not said why: %v", said.Gaps)
	}
}

// The full models end the rows of others, have none of their own and show no inducing
// inputs.
func TestBoundariesOfFullModels(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Datasets, in.Published, in.Spec.Tables = in.Datasets[:1], nil, nil
	in.Spec.Figures = []spec.Figure{{Title: "Borders", Kind: "boundaries", X: "dataset", Panels: "dataset", Series: "label", Options: options{full: map[string]string{"X-GPC": "SVGPC"}}}}
	in.ReadMap = func(cell string) (*record.Map, error) {
		m := recordtest.Thirds()
		if strings.Contains(cell, "SVGPC") {
			m.Classes = []string{"full", "b", "c"}
		}
		return m, nil
	}
	d, said := newFigure(analysis.New(in.Input), in.Spec.Figures[0], analysis.Coordinates{})
	if !slices.Equal(d.Names, []string{"X-GPC", "Linear"}) || len(d.Panels[0]) != 2 || d.Panels[0][1].Title.Text != "Full" {
		t.Errorf("rows %q of %d panels", d.Names, len(d.Panels[0]))
	}
	if !strings.Contains(said.Guide[0], "inducing inputs beyond them are not drawn") || d.Legend[0].Name != "class a, full" {
		t.Errorf("%q, %+v", said.Guide, d.Legend)
	}
}

// Many inducing inputs are drawn small.
func TestManyInducingInputs(t *testing.T) {
	few := mapPlotter{analysis.DecisionMap{Map: *recordtest.Halves(make([][2]float64, manyInducing)...)}}
	many := mapPlotter{analysis.DecisionMap{Map: *recordtest.Halves(make([][2]float64, manyInducing+1)...)}}
	if few.many() || !many.many() {
		t.Errorf("%d are many: %v, one more: %v", manyInducing, few.many(), many.many())
	}
}

// Data sets of several classes have them all in the legend.
func TestLegendOfClasses(t *testing.T) {
	legend := withClasses(withClasses(withClasses(nil, []string{"a", "b", "c"}), []string{"a", "b"}), []string{"no", "b"})
	var names []string
	for _, e := range legend {
		names = append(names, e.Name)
	}
	if want := []string{"class a, no", "class b", "class c"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// A constant column has no width, and its rows are drawn all the same.
func TestMapOfAConstantColumn(t *testing.T) {
	m := mapPlotter{analysis.DecisionMap{Map: record.Map{Low: [2]float64{7, 0}, High: [2]float64{7, 1}, Rows: [][2]float64{{7, 0.5}}, Labels: []int{1}}}}
	if left, right, _, _ := m.DataRange(); left >= 7 || right <= 7 {
		t.Errorf("the row at 7 is not between %g and %g", left, right)
	}
}
