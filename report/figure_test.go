package report

import (
	"slices"
	"testing"

	"gpcbench/harness/spec"
)

func TestFileNamesDiffer(t *testing.T) {
	p := newProject(Input{Spec: &spec.Spec{}})
	taken := map[string]bool{}
	var got []string
	for _, name := range []string{"a", "A", "a b", "a-b", "\u540d", "\u65e5", "5%", "a-2"} {
		got = append(got, fileName("figure1", coordinates{"dataset": name}, p, taken))
	}
	want := []string{"figure1-a", "figure1-a-2", "figure1-a-b", "figure1-a-b-2", "figure1", "figure1-2", "figure1-5pct", "figure1-a-2-2"}
	if !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
}
