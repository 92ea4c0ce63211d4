package figures

import (
	"slices"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/reporttest"
)

func TestFileNamesDiffer(t *testing.T) {
	p := analysis.New(analysis.Input{Spec: &spec.Spec{}})
	used := map[string]bool{}
	var got []string
	for _, name := range []string{"a", "A", "a b", "a-b", "\u540d", "\u65e5", "5%", "a-2"} {
		got = append(got, fileName("figure1", analysis.Coordinates{"dataset": name}, p, used))
	}
	want := []string{"figure1-a", "figure1-a-2", "figure1-a-b", "figure1-a-b-2", "figure1", "figure1-2", "figure1-5pct", "figure1-a-2-2"}
	if !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
}

// A figure of reliability is one for all data sets.
func TestReliabilityIsOneFigure(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	f := in.Spec.Figures[1]
	if drawn, _ := Draw(analysis.New(in.Input), 1, f); len(drawn) != 1 || drawn[0].Name != "figure1" {
		t.Errorf("%d figures", len(drawn))
	}
}
