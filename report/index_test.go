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
	if got := string(index([]document.Facts{facts}, "")); !strings.Contains(got, want) {
		t.Errorf("the index does not say which method to take:\n%s", got)
	}
}

// The index keeps the rows of reports that an earlier call has made.
func TestIndexKeepsEarlierRows(t *testing.T) {
	binary := document.Facts{Experiment: "gpcbench/binary", Profile: "paper", Title: "Binary", Planned: 4, Done: 3, Failed: 1, Advice: []string{"Over all 5 data sets EP is best."}}
	several := document.Facts{Experiment: "gpcbench/multiclass", Profile: "paper", Title: "Several [classes]", Planned: 6, Done: 6, Advice: []string{"Take a | b."}}
	own := document.Facts{Experiment: "my own", Profile: "quick", Title: "My own", Planned: 2, Done: 2}
	not := func(f document.Facts) document.Facts { // as it is known where another call has made it
		return document.Facts{Experiment: f.Experiment, Title: f.Experiment, Profile: f.Profile}
	}
	all := string(index([]document.Facts{binary, several, own}, ""))
	for name, reports := range map[string][]document.Facts{
		"the first":  {binary, not(several), not(own)},
		"the second": {not(binary), several, not(own)},
		"none":       {not(binary), not(several), not(own)},
	} {
		got := string(index(reports, earlierIndex(all)))
		for _, row := range []string{
			"| [Binary](gpcbench/binary/paper/report.md) | paper | Over all 5 data sets EP is best. |\n",
			"| [Binary](gpcbench/binary/paper/report.md) | paper | 3 of 4 | 1 | – | – |\n",
			"| paper | 6 of 6 | 0 | – | – |\n",
			"| [My own](my%20own/quick/report.md) | quick | 2 of 2 | 0 | – | – |",
		} {
			if !strings.Contains(all, row) || !strings.Contains(got, row) {
				t.Errorf("%s: there is no %q in\n%s", name, row, got)
			}
		}
		if strings.Contains(got, "Those with dashes") {
			t.Errorf("%s: the index says that there are rows of dashes:\n%s", name, got)
		}
	}
	alone := string(index([]document.Facts{not(binary), own}, ""))
	if !strings.Contains(alone, "| [gpcbench/binary](gpcbench/binary/paper/report.md) | paper | – | – | – | – |\n") {
		t.Errorf("without an earlier index:\n%s", alone)
	}
}

// What a user's own comparison said earlier is not advice beside that of the program's.
func TestOwnAnswersStandAlone(t *testing.T) {
	binary := document.Facts{Experiment: "gpcbench/binary", Profile: "paper", Title: "Binary", Planned: 4, Done: 4, Advice: []string{"EP is best."}}
	own := document.Facts{Experiment: "own", Profile: "quick", Title: "My own", Planned: 2, Done: 2, Advice: []string{"Linear is best."}}
	other := document.Facts{Experiment: "other", Profile: "quick", Title: "Other", Planned: 2, Done: 2}
	earlier := earlierIndex(index([]document.Facts{own}, ""))
	own.Planned, own.Done, own.Advice = 0, 0, nil
	const row = "| [My own](own/quick/report.md) | quick | Linear is best. |\n"
	if got := string(index([]document.Facts{binary, own}, earlier)); strings.Contains(got, row) ||
		!strings.Contains(got, "| [My own](own/quick/report.md) | quick | 2 of 2 | 0 | – | – |\n") {
		t.Errorf("beside the program's:\n%s", got)
	}
	if got := string(index([]document.Facts{other, own}, earlier)); !strings.Contains(got, row) {
		t.Errorf("beside another of the user's:\n%s", got)
	}
}
