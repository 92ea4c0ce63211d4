package analysis

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
	"gpcbench/harness/spec"
)

// Of three classes all probabilities count alike.
func TestDistanceOfThreeClasses(t *testing.T) {
	m := Match{
		&Predictions{rows: []string{"1", "2"}, of: map[string][][]float64{record.ColumnProbability: {{0.1, 0.5}, {0.2, 0.5}, {0.7, 0}}}},
		&Predictions{rows: []string{"1", "2"}, of: map[string][][]float64{record.ColumnProbability: {{0.4, 0.5}, {0.2, 0.2}, {0.4, 0.3}}}},
	}
	for _, d := range m.Distances(Quantities[2]) {
		recordtest.Near(t, "distance", d, 0.2)
	}
}

// What cannot be compared is named with its reason, and the rest is compared.
// Of a latent function a class the distance is the mean over them; of other numbers of
// functions there is none.
func TestDistanceOfSeveralFunctions(t *testing.T) {
	read := func(text string) *Predictions {
		p, err := readPredictions(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const head = "row,class,p(a),p(b),p(c)"
	three := read(head + ",latent mean(a),latent mean(b),latent mean(c),mcse mean(a),mcse mean(b),mcse mean(c)\n0,a,1,0,0,1,2,3,.1,.2,.3\n1,b,0,1,0,4,5,6,.4,.5,.6\n")
	other := read(head + ",latent mean(a),latent mean(b),latent mean(c)\n0,a,1,0,0,1,2,0\n1,b,0,1,0,4,2,0\n")
	one := read(head + ",latent mean\n0,a,1,0,0,1\n1,b,0,1,0,4\n")
	if got := (Match{three, other}).Distances(Quantities[0]); !slices.Equal(got, []float64{1, 3}) {
		t.Errorf("distances %v, want 1 and 3", got)
	}
	if got := (Match{three, one}).Distances(Quantities[0]); got != nil {
		t.Errorf("three functions and one are at distances %v", got)
	}
	if got := fmt.Sprint(three.of[record.ColumnMeanError]); got != "[[0.1 0.4] [0.2 0.5] [0.3 0.6]]" {
		t.Errorf("standard errors %s", got)
	}
}

// On a grid a cell is compared with the reference at the same point, or with
// the only one there is.
func TestPartnerOnAGrid(t *testing.T) {
	cell := func(id, label string, options map[string]any) *record.Planned {
		return &record.Planned{Cell: record.Cell{ID: id, Dataset: "d", Label: label, Method: label, Options: options}}
	}
	s := &spec.Spec{
		Reference: "Truth", Methods: []spec.Method{{Name: "a", Label: "A"}, {Name: "t", Label: "Truth"}},
		Datasets: []spec.Dataset{{Name: "d"}}, Grid: []spec.Axis{{Option: "variance", Values: []any{1.0, 2.0}}, {Option: "batch", Values: []any{10.0}}},
	}
	several := Input{Spec: s, Records: map[string]record.Record{}, Cells: []*record.Planned{
		cell("a1", "A", map[string]any{"variance": 1.0, "batch": 10.0}), cell("a2", "A", map[string]any{"variance": 2.0, "batch": 10.0}),
		cell("a3", "A", map[string]any{}), cell("t1", "Truth", map[string]any{"variance": 1.0}), cell("t2", "Truth", map[string]any{"variance": 2.0}),
	}}
	for _, c := range several.Cells {
		several.Records[c.ID] = record.Record{Cell: c.Cell, Status: record.OK}
	}
	p := New(several)
	for i, want := range []string{"t1", "t2", "", "t1", "t2"} {
		got, err := p.partner(p.Cells[i])
		if got.ID != want || (err == nil) != (want != "") {
			t.Errorf("partner of %s is %q, want %q: %v", p.Cells[i].ID, got.ID, want, err)
		}
	}
	several.Cells = several.Cells[:4]
	p = New(several)
	if got, err := p.partner(p.Cells[1]); got.ID != "t1" || err != nil {
		t.Errorf("the only reference: %q, %v", got.ID, err)
	}
}
