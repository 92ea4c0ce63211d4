package format

import (
	"slices"
	"testing"

	"gpcbench/report/document"
)

// The columns of a paper's map stand as in the experiment that has the most of them.
func TestMapOrder(t *testing.T) {
	of := func(labels ...string) document.Facts {
		f := document.Facts{Labels: labels}
		for _, label := range labels {
			f.Numbers = append(f.Numbers, document.Number{Place: document.Place{Dataset: "glass", Method: label}, Metric: "nll", Verdict: "reproduced"})
		}
		return f
	}
	m := NumberGridOf(of("SEP", "VI"), of("GFITC", "EP", "SEP", "VI"), of("VI", "Linear"))
	if want := []string{"GFITC", "EP", "SEP", "VI", "Linear"}; !slices.Equal(m.Methods, want) {
		t.Errorf("%q, want %q", m.Methods, want)
	}
}
