package tradeoff

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
)

// records are of two labels with 10, 20 and 40 inducing inputs, of which one of B has no time.
func records() (*analysis.Experiment, spec.Figure) {
	sizes := []any{int64(10), int64(20), int64(40)}
	s := &spec.Spec{
		Name: "paper/tradeoff", Datasets: []spec.Dataset{{Name: "d"}}, Methods: []spec.Method{{Name: "m", Label: "A"}, {Name: "m", Label: "B"}},
		Grid: []spec.Axis{{Option: "inducing", Values: sizes}},
	}
	in := analysis.Input{Spec: s, Records: map[string]record.Record{}}
	for _, label := range []string{"A", "B"} {
		for i, m := range sizes {
			c := record.Cell{ID: fmt.Sprint(label, i), Dataset: "d", Method: "m", Label: label, Options: map[string]any{"inducing": m}}
			in.Cells = append(in.Cells, &record.Planned{Cell: c})
			r := record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"nll": 0.5 - 0.1*float64(i)}}
			if label == "A" || i > 0 {
				r.Timing.CPUSeconds = math.Pow(10, float64(i))
			}
			in.Records[c.ID] = r
		}
	}
	return analysis.New(in), spec.Figure{Series: "label", X: "inducing", Y: []string{"nll"}, Summary: "mean", Options: options{"cpu_seconds"}}
}

func TestTradeoff(t *testing.T) {
	p, f := records()
	d, said := newFigure(p, f, analysis.Coordinates{"dataset": "d"})
	if d == nil || len(d.Panels[0]) != 1 || !slices.ContainsFunc(d.Legend, func(e drawing.Entry) bool { return e.Name == "B" }) {
		t.Fatalf("not one panel with A and B: %+v", d)
	}
	if !strings.Contains(said.Guide[0], "inducing = 10, 20, 40") {
		t.Errorf("guide %q", said.Guide)
	}
	panel := d.Panels[0][0]
	if math.Abs(panel.X.Min+math.Log10(1.3)) > 1e-9 || math.Abs(panel.X.Max-2-math.Log10(1.3)) > 1e-9 || panel.Y.Min > 0.3 || panel.Y.Max < 0.5 {
		t.Errorf("axes from %g to %g and %g to %g, want those of 1 to 100 seconds and of 0.3 to 0.5 nats", panel.X.Min, panel.X.Max, panel.Y.Min, panel.Y.Max)
	}
	if d, _ := newFigure(p, f, analysis.Coordinates{"dataset": "none"}); d != nil {
		t.Error("a figure without records")
	}
	if !slices.Contains(costs(), "seconds") || slices.Contains(costs(), "nll") {
		t.Errorf("costs are %v", costs())
	}
}
