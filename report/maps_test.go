package report

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/figures/figure"
	"gpcbench/report/reporttest"
)

func TestBoundaries(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Datasets, in.Published, in.Spec.Tables = in.Datasets[:1], nil, nil
	in.Spec.Figures = []spec.Figure{{Title: "Borders", Kind: "boundaries", X: "dataset", Panels: "dataset", Series: "label", Layout: []spec.Dimension{{Key: "x", Value: "dataset"}}}}
	in.ReadMap = func(cell string) (*record.Map, error) {
		if strings.Contains(cell, "SVGPC") {
			return nil, fs.ErrNotExist
		}
		return reporttest.Thirds(), nil
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
	for _, want := range []string{"2 of 8 inducing inputs lie outside the panels", "there is no map; runexp run makes it"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q:\n%s", want, text)
		}
	}
	in.ReadMap = func(string) (*record.Map, error) { return nil, errors.New("x.json.gz: damaged") }
	r = build(t, in)
	if text := string(r.Files[0].Content); strings.Contains(text, "figure1.svg") || !strings.Contains(text, "repeat 0: x.json.gz: damaged") {
		t.Errorf("a figure without any map was drawn, or it is not said why it is not:\n%s", text)
	}
	if text := onTerminal(t, r); !strings.Contains(text, "x.json.gz: damaged\n") {
		t.Errorf("the terminal is told\n%s", text)
	}
}

// A map of one attribute has no boundaries, and one of two no posterior.
func TestMapsOfOneAttribute(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Datasets, in.Published, in.Spec.Tables = in.Datasets[:2], nil, nil
	in.Spec.Figures = []spec.Figure{
		{Title: "Borders", Kind: "boundaries", X: "dataset", Panels: "dataset", Series: "label", Layout: []spec.Dimension{{Key: "x", Value: "dataset"}}},
		{Title: "Posterior", Kind: "posterior", Panels: "dataset", Series: "label"},
	}
	name := in.Datasets[0].Name
	in.ReadMap = func(cell string) (*record.Map, error) {
		for _, c := range in.Cells {
			if c.ID == cell && c.Dataset == name {
				return &record.Map{Posterior: &record.Posterior{Theta: []float64{0, 1, 2}, Prior: []float64{0, 1, 0}, Exact: []float64{0, 1, 0}, Own: []float64{0, 0, 0}}}, nil
			}
		}
		return reporttest.Thirds(), nil
	}
	text := string(build(t, in).Files[0].Content)
	for _, want := range []string{figure.ErrOneAttribute.Error(), figure.ErrTwoAttributes.Error(), "figure2-" + name} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q:\n%s", want, text)
		}
	}
}
