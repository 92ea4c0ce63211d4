package report

import (
	"slices"
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
)

func TestFileNamesDiffer(t *testing.T) {
	p := analysis.New(analysis.Input{Spec: &spec.Spec{}})
	taken := map[string]bool{}
	var got []string
	for _, name := range []string{"a", "A", "a b", "a-b", "\u540d", "\u65e5", "5%", "a-2"} {
		got = append(got, fileName("figure1", analysis.Coordinates{"dataset": name}, p, taken))
	}
	want := []string{"figure1-a", "figure1-a-2", "figure1-a-b", "figure1-a-b-2", "figure1", "figure1-2", "figure1-5pct", "figure1-a-2-2"}
	if !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
}

// Of the labels of a method that are compared with the same published numbers the first
// keeps the method's look.
func TestStylesOfColumns(t *testing.T) {
	methods := []spec.Method{{Name: "scmgpc", Label: "SC"}, {Name: "scmgpc", Label: "SC (6)", Published: "SC"}, {Name: "sep", Label: "SEP"}}
	styles := stylesOf(methods)
	if styles["SC"].color != methodStyles["scmgpc"].color || styles["SC (6)"].color == styles["SC"].color {
		t.Errorf("%v", styles)
	}
	methods[1].Published = ""
	if styles := stylesOf(methods); styles["SC"].color == methodStyles["scmgpc"].color && styles["SC (6)"].color == styles["SC"].color {
		t.Errorf("two labels of a method look the same: %v", styles)
	}
}
