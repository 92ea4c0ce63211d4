package analysis_test

import (
	"testing"

	"gpcbench/analysis"
	"gpcbench/analysis/analysistest"
	"gpcbench/harness/spec"
)

// A cell whose value the grid does not have lies at every point of it.
func TestOffTheGrid(t *testing.T) {
	in := analysistest.Synthetic("quick", 1)
	in.Spec.Grid = []spec.Axis{{Option: "inducing", Values: []any{int64(4), int64(8)}}}
	for i, c := range in.Cells {
		value := map[string]any{"X-GPC": int64(4), "SVGPC": "all"}[c.Label]
		in.Cells[i].Options = map[string]any{"inducing": value}
		if value == nil {
			in.Cells[i].Options = nil
		}
	}
	p := analysis.New(in)
	for label, want := range map[string][2]int{"X-GPC": {1, 0}, "SVGPC": {1, 1}, "Linear": {1, 1}} {
		for i, m := range []string{"4", "8"} {
			if n := p.Group(analysis.Coordinates{"dataset": "diabetis", "label": label, "inducing": m}).Planned; n != want[i] {
				t.Errorf("%s at M = %s: %d cells, want %d", label, m, n, want[i])
			}
		}
	}
}
