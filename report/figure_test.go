package report

import (
	"strings"
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/reporttest"
)

// A figure names its data set, and its note stands below it.
func TestFigureNamesItsDataSet(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Datasets, in.Published, in.Spec.Tables = in.Datasets[:1], nil, nil
	in.Spec.Figures = []spec.Figure{{
		Title:   "NLL",
		Kind:    "trace",
		X:       "seconds",
		Y:       []string{"nll"},
		Summary: "mean",
		Panels:  "dataset",
		Series:  "label",
		Note:    "Look at the end.",
	}}
	r := build(t, in)
	if text := string(r.Files[0].Content); !strings.Contains(text, "\n\nLook at the end.\n") {
		t.Errorf("the note is not there:\n%s", text)
	}
	for _, f := range r.Files {
		if strings.HasSuffix(f.Path, ".svg") && !strings.Contains(string(f.Content), ">"+in.Datasets[0].Name+"<") {
			t.Errorf("%s does not name its data set", f.Path)
		}
	}
}

// A figure of no data set says what it is of.
func TestFigureSaysWhatItIsOf(t *testing.T) {
	in := reporttest.Synthetic("paper", 3)
	in.Spec.Figures = []spec.Figure{{
		Title:   "Against N",
		Kind:    "line",
		X:       spec.Size,
		Y:       []string{"error"},
		Summary: "mean",
		Panels:  "dataset",
		Series:  "label",
		Layout:  []spec.Dimension{{Key: "x", Value: spec.Size}},
		Of:      "Rows of two papers",
	}}
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

// A figure of what no cell has is said not to be drawn.
func TestFigureThatIsNotDrawn(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Spec.Figures = []spec.Figure{{Title: "Predictions", Kind: "scatter", Panels: "dataset", Series: "label"}}
	const want = "**Predictions** is not drawn: no cell has predictions to hold against the reference's, which runexp run --predictions keeps."
	if text := string(build(t, in).Files[0].Content); !strings.Contains(text, want) {
		t.Errorf("the report does not say %q", want)
	}
}
