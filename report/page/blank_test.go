package page

import (
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/report/reporttest"
)

// A row without a fit or a number of a paper is left out, and said to wait where its data are
// here. Where no row has a fit all are shown.
func TestBlankRows(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Published, in.Spec.Figures = nil, nil
	in.Spec.Tables[0].Published, in.Spec.Tables[0].PublishedMetrics = "", nil
	for id, r := range in.Records {
		if r.Dataset == "a9a" {
			delete(in.Records, id)
		}
	}
	text := markdown(t, in)
	for row, want := range map[string]bool{"| diabetis |": true, "| a9a |": false, "| higgs |": false} {
		tables, _, _ := strings.Cut(text, "\n## Data")
		if got := strings.Contains(tables, "\n"+row); got != want {
			t.Errorf("row %s: %v, want %v\n%s", row, got, want, tables)
		}
	}
	if !strings.Contains(text, "\n\nNo fit is done yet for: a9a.\n") || !strings.Contains(text, "higgs is not here (") {
		t.Errorf("the report does not say what is left out:\n%s", text)
	}
	in.Records = map[string]record.Record{}
	if text := markdown(t, in); !strings.Contains(text, "\n| a9a | not run |") {
		t.Errorf("with no fit at all rows are left out:\n%s", text)
	}
}
