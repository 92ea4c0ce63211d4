package report

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
	"gpcbench/harness/spec"
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
		return recordtest.Thirds(), nil
	}
	r := build(t, in)
	names := map[string]int{}
	for _, f := range r.Files {
		names[f.Path] = len(f.Content)
	}
	for _, name := range []string{"figure1.svg", "figure1.png"} {
		if names[name] == 0 {
			t.Errorf("no %s among %v", name, names)
		}
	}
	text := string(r.Files[0].Content)
	for _, want := range []string{"inducing inputs beyond them are not drawn", "there is no map; runexp run makes it"} {
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
