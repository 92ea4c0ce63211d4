package report

import (
	"strings"
	"testing"

	"gpcbench/report/document"
)

// The index has what a report advises over all data sets, with a link to it.
func TestAdviceInIndex(t *testing.T) {
	facts := document.Facts{Experiment: "gpcbench/binary", Profile: "paper", Title: "Binary", Advice: []string{"Over all 5 data sets EP is best.", "Up to 10 attributes: SEP."}}
	const want = "## Which method to take\n\n| comparison | profile | answer |\n|---|---|---|\n| [Binary](gpcbench/binary/paper/report.md) | paper | Over all 5 data sets EP is best. |\n"
	if got := string(index([]document.Facts{facts})); !strings.Contains(got, want) {
		t.Errorf("the index does not say which method to take:\n%s", got)
	}
}
