package trace

import (
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

// A grid has a column for each value, a row for each metric and below it one of differences.
func TestTraceGrid(t *testing.T) {
	in := byInducing()
	in.Spec.Figures = []spec.Figure{{
		Title: "Time", Kind: "trace", X: "iteration", Y: []string{"nll", "error"}, Summary: "mean", Panels: "dataset", Series: "label",
		Options: options{columns: "inducing", differencesFrom: "SVGPC"},
	}}
	d, said := newFigure(analysis.New(in.Input), in.Spec.Figures[0], analysis.Coordinates{"dataset": in.Datasets[0].Name})
	svg, err := d.Encode("svg")
	if err != nil {
		t.Fatal(err)
	}
	drawn, words := string(svg), strings.Join(said.Guide, " ")
	for text, want := range map[string]int{"inducing = 10<": 1, "inducing = 100<": 1, "Test error": 1, "Method minus SVGPC": 2, "Iteration": 2} {
		if got := strings.Count(drawn, text); got != want {
			t.Errorf("the image has %q %d times, want %d", text, got, want)
		}
	}
	for _, want := range []string{"The last row of a metric shows the mean difference from SVGPC"} {
		if !strings.Contains(words, want) {
			t.Errorf("the words lack %q", want)
		}
	}
}

// A column's title that is wider than its panel has several lines, none of them wider.
func TestTitleOfColumn(t *testing.T) {
	panels := [][]*plot.Plot{{drawing.NewPanel("x", "y"), drawing.NewPanel("x", "y")}}
	inGrid(panels, []string{"short", "with the steps, the nodes and the starts of the authors' program"})
	if got := panels[0][0].Title.Text; got != "short" {
		t.Errorf("the short title became %q", got)
	}
	lines := strings.Split(panels[0][1].Title.Text, "\n")
	if len(lines) < 2 {
		t.Errorf("the long title has one line: %q", lines[0])
	}
	for _, l := range lines {
		if w := drawing.TextStyle(drawing.LabelSize).Width(l); w > drawing.PanelWidth {
			t.Errorf("%q is %v wide, its panel %v", l, w, drawing.PanelWidth)
		}
	}
}

// byInducing is one data set with repeats of two numbers of inducing inputs, in turn.
func byInducing() replication.Input {
	in := reporttest.Synthetic("quick", 2)
	in.Datasets, in.Published, in.Spec.Tables = in.Datasets[:1], nil, nil
	in.Spec.Grid = []spec.Axis{{Option: "inducing", Values: []any{int64(10), int64(100)}}}
	for i := range in.Cells {
		in.Cells[i].Options = map[string]any{"inducing": int64(10 + 90*(in.Cells[i].Repeat%2))}
		in.Cells[i].Repeat = 0
	}
	return in
}
