package intervals

import (
	"testing"

	"gpcbench/analysis"
	"gpcbench/report/reporttest"
)

// The best in the first metric stands above, and what learns shares alone is a line of the legend.
func TestRows(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Spec.Methods[2].Name = "majority"
	in.Datasets = in.Datasets[:1]
	p := analysis.New(in.Input)
	f, ok := OfOneTable(p)
	if !ok {
		t.Fatal("the table has no figure")
	}
	d, _ := newFigure(p, f, analysis.Coordinates{"dataset": "diabetis"})
	if len(d.Panels[0]) != 2 { // the records have no ece
		t.Fatalf("%d panels", len(d.Panels[0]))
	}
	ticks := d.Panels[0][0].Y.Tick.Marker.Ticks(0, 1)
	nll := func(label string) float64 {
		return analysis.Summarise(p.Group(analysis.Coordinates{"dataset": "diabetis", "label": label}).OK, "nll", "mean").Value
	}
	if last := ticks[len(ticks)-1].Label; len(ticks) != 2 || nll(last) > nll(ticks[0].Label) {
		t.Errorf("ticks %+v", ticks)
	}
	if len(d.Legend) != 1 || d.Legend[0].Name != "Linear" {
		t.Errorf("legend %+v", d.Legend)
	}
	p = analysis.New(reporttest.Synthetic("paper", 10).Input)
	if _, ok := OfOneTable(p); ok {
		t.Error("several tables have a figure that nobody asked for")
	}
}

// The interval of a single split is over its test rows.
func TestGuide(t *testing.T) {
	for repeats, want := range map[int]string{1: "One repeat with 95% intervals over its test rows, the best NLL above.", 10: "Mean over repeats with 95% intervals, the best NLL above."} {
		in := reporttest.Synthetic("paper", repeats)
		in.Datasets = in.Datasets[:1]
		p := analysis.New(in.Input)
		f, _ := OfOneTable(p)
		if _, words := newFigure(p, f, analysis.Coordinates{"dataset": "diabetis"}); len(words.Guide) != 1 || words.Guide[0] != want {
			t.Errorf("%d repeats: %q, want %q", repeats, words.Guide, want)
		}
	}
}
