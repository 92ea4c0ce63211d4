package report

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/reporttest"
)

func TestFileNamesDiffer(t *testing.T) {
	p := analysis.New(analysis.Input{Spec: &spec.Spec{}})
	taken := map[string]bool{}
	var got []string
	for _, name := range []string{"a", "A", "a b", "a-b", "\u540d", "\u65e5", "5%", "a-2"} {
		got = append(got, fileName("figure1", analysis.Coordinates{"dataset": name}, p, taken))
	}
	want := []string{"figure1-a", "figure1-a-2", "figure1-a-b", "figure1-a-b-2", "figure1", "figure1-2", "figure1-5pct", "figure1-a-2-2"}
	if !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
}

// A figure names its data set, its legend is one line, and its note stands below it.
func TestFigureNamesItsDataSet(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Datasets, in.Published, in.Spec.Tables = in.Datasets[:1], nil, nil
	in.Spec.Figures = []spec.Figure{{Title: "NLL", Kind: "trace", X: "seconds", Y: []string{"nll"}, Summary: "mean", Panels: "dataset", Series: "label", Note: "Look at the end."}}
	r := build(t, in)
	if text := string(r.Files[0].Content); !strings.Contains(text, "\n\nLook at the end.\n") {
		t.Errorf("the note is not there:\n%s", text)
	}
	for _, f := range r.Files {
		if strings.HasSuffix(f.Path, ".svg") && !strings.Contains(string(f.Content), ">"+in.Datasets[0].Name+"<") {
			t.Errorf("%s does not name its data set", f.Path)
		}
	}
	var legend []legendEntry
	for range 5 {
		legend = append(legend, legendEntry{name: "a method"})
	}
	if d := newDrawing(nil, nil, panelWidth, legend); len(d.legendLines()) != 1 || d.width > pageWidth {
		t.Errorf("a legend of %d lines, %v wide", len(d.legendLines()), d.width)
	}
}

// The first label of a method keeps the method's look.
func TestStylesOfOneMethod(t *testing.T) {
	styles := stylesOf([]spec.Method{{Name: "scmgpc", Label: "SC"}, {Name: "scmgpc", Label: "SC (6)"}, {Name: "sep", Label: "SEP"}})
	if !styles["SC"].equal(methodStyles["scmgpc"]) || !styles["SEP"].equal(methodStyles["sep"]) || styles["SC (6)"].color == styles["SC"].color {
		t.Errorf("%v", styles)
	}
}

// A figure of no data set says what it is of.
func TestFigureSaysWhatItIsOf(t *testing.T) {
	in := reporttest.Synthetic("paper", 3)
	in.Spec.Figures = []spec.Figure{{Title: "Against N", Kind: "line", X: spec.Size, Y: []string{"error"}, Summary: "mean", Panels: "dataset", Series: "label", Of: "Rows of two papers"}}
	for _, f := range build(t, in).Files {
		if f.Path == "figure1.svg" {
			if !strings.Contains(string(f.Content), ">Rows of two papers<") {
				t.Error("the figure does not say what it is of")
			}
			return
		}
	}
	t.Error("no figure")
}

// A title wider than its figure is broken between words.
func TestLongTitle(t *testing.T) {
	title := "Image, with a lengthscale for each input and the rows as the files have them"
	d := newDrawing(nil, nil, panelWidth, nil)
	d.entitle(title)
	lines := d.titleLines()
	if len(lines) < 2 || strings.Join(lines, " ") != title || d.height != vg.Length(len(lines))*titleHeight {
		t.Errorf("%q in %v", lines, d.height)
	}
	for _, text := range lines {
		if textStyle(labelSize).Width(text) > d.width {
			t.Errorf("%q is wider than the figure", text)
		}
	}
}
