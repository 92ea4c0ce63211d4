package trace

import (
	"strings"
	"testing"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/reporttest"
)

func TestEnds(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	for id, r := range in.Records {
		if r.Label == "SVGPC" && r.Repeat < 3 {
			r.Options = map[string]any{"budget_seconds": r.Timing.WallSeconds}
			in.Records[id] = r
		}
	}
	in.Spec.Figures = []spec.Figure{{Title: "Ends", Kind: "trace", X: "seconds", Y: []string{"nll"}, Summary: "mean", Panels: "dataset", Series: "label", Options: options{ends: true}}}
	caption := func() string {
		_, said := newFigure(analysis.New(in.Input), in.Spec.Figures[0], analysis.Coordinates{"dataset": "diabetis"})
		return said.Caption
	}
	for _, want := range []string{"Flat in Test NLL (mean over rows): X-GPC. ", "Capped: 3 of 10 fits of SVGPC ended because the budget was spent."} {
		if !strings.Contains(caption(), want) {
			t.Errorf("the caption does not say %q", want)
		}
	}
	if strings.Contains(caption(), "Ended by their number of iterations") {
		t.Error("curves that are flat or capped are said to be on their way")
	}
	for id, r := range in.Records {
		r.Options = nil
		in.Records[id] = r
	}
	if want := "Ended by their number of iterations, before all was flat: SVGPC ("; !strings.Contains(caption(), want) {
		t.Errorf("the caption does not say %q", want)
	}
	if settled(-0.02, 0.5) || !settled(-0.004, 0.5) || !settled(0.0009, 0.001) {
		t.Error("settled")
	}
	if n := analysis.SpentBudget([]record.Record{{}, {Cell: record.Cell{Options: map[string]any{"budget_seconds": 0.0}}}}); n != 0 {
		t.Errorf("%d fits without a budget have spent it", n)
	}
}

// A minibatch's objective does not tell whether a fit was on its way.
func TestObjectiveIsNotOnItsWay(t *testing.T) {
	for name, want := range map[string]bool{"nll": true, "objective": false} {
		m := curves{metric: metrics.Get(name), curves: []analysis.Curve{{Name: "SVGPC"}}}
		if m.changing("SVGPC") != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
