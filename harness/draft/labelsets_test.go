package draft

import (
	"fmt"
	"strings"
	"testing"

	"gpcbench/data/datatest"
)

// Every method that sees columns has them standardised where they are dense. Sparse ones would lose their zeros.
func TestLabelSetsStandardise(t *testing.T) {
	for dense, want := range map[bool]int{true: 3, false: 0} {
		text := LabelSets(Said{File: "tags.arff"}, 500, 6, dense)
		if got := strings.Count(text, "standardise = true"); got != want {
			t.Errorf("dense %v: %d methods standardise, want %d:\n%s", dense, got, want, text)
		}
	}
}

// In a race the Gaussian processes have a budget, or none but the first would have its turn.
func TestRacedLabelSetsHaveABudget(t *testing.T) {
	for raced, want := range map[float64]int{0: 0, 30: 2} {
		text := LabelSets(Said{File: "tags.arff", Raced: raced}, 500, 6, true)
		if got := strings.Count(text, ", budget_seconds = 3.75 }"); got != want {
			t.Errorf("a race of %g s: %d budgets, want %d:\n%s", raced, got, want, text)
		}
	}
}

// A file whose last attributes, or first ones, are 0 or 1 may be one of label sets: it is said how a
// specification has it so.
func TestLikelySets(t *testing.T) {
	const a, p, q = "@attribute a real\n", "@attribute p {0,1}\n", "@attribute q {1,0}\n"
	for text, want := range map[string]string{
		a + p + q: `The last 2 attributes are 0 or 1: if they are labels and a row may have any number of them, set task = "multilabel" and labels = 2`,
		p + q + a: `The first 2 attributes are 0 or 1: if they are labels and a row may have any number of them, write -C 2 after the name of the relation`,
		a + p:     "", p + q: "", p + a + q: "",
	} {
		table := datatest.Write(t, "t.arff", "@relation r\n"+text+"@data\n")
		if got := likelySets(table); want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	var rows strings.Builder
	for i := range 60 {
		fmt.Fprintf(&rows, "%d.5,%d,%d\n", i*7%11, i%2, i%3%2)
	}
	table := datatest.Write(t, "t.arff", "@relation r\n"+a+p+q+"@data\n"+rows.String())
	looked, err := Look(table, "")
	if err != nil {
		t.Fatal(err)
	}
	drafts, err := Specifications(looked.Said, looked.Summary)
	if err != nil {
		t.Fatal(err)
	}
	if text := drafts[0].Text(30); !strings.Contains(text, "\n# The last 2 attributes are 0 or 1") {
		t.Errorf("the specification is\n%s", text)
	}
	if asked, err := Look(table, "p"); err != nil || asked.Said.Sets != "" {
		t.Errorf("with a label that is asked for: %q, %v", asked.Said.Sets, err)
	}
}
