package page

import (
	"math"
	"strings"
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/reporttest"
)

func TestAdviceSection(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Spec.Advice = true
	in.Spec.Methods[2].Name = "majority"
	for id, r := range in.Records {
		if r.Label == "Linear" {
			r.Method = "majority"
		} else {
			r.Options = map[string]any{"budget_seconds": 100.0}
		}
		in.Records[id] = r
	}
	in.Spec.Tables = append(in.Spec.Tables, spec.Table{Title: "Early", Rows: "dataset", Columns: "label", Metrics: []string{"nll"}, Summary: "mean", AtBudget: 0.1})
	in.Spec.Figures = []spec.Figure{{Title: "Front", Kind: "front", Panels: "dataset", Series: "label", Layout: []spec.Dimension{{Key: "panels", Value: "dataset"}}}}
	text := markdown(t, in)
	for _, want := range []string{
		"## Which method to take\n\n- Over all 2 data sets X-GPC has the lowest mean rank in test NLL, 1.0; these are too few data sets for a test. It comes to within 2% of its own best NLL in ",
		"| up to 10 attributes | 1 | X-GPC (1.0, ",
		"by 10 s; points are a factor of 1.26 apart",
		"2 data sets: diabetis, a9a.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	for _, not := range []string{"Pairwise comparison", "Time to a target"} {
		if strings.Contains(text, not) {
			t.Errorf("the report has %q, which advice stands for", not)
		}
	}
	if !strings.Contains(text, "(figure1.") {
		t.Error("the front is not drawn")
	}
}

func TestAdvised(t *testing.T) {
	worth := analysis.Worth{Loss: "nll", Secondary: "error"}
	good, near := analysis.Standing{Label: "EP", Rank: 1.25, Seconds: 8}, analysis.Standing{Label: "SEP", Rank: 2, Seconds: 0.5}
	for want, a := range map[string]analysis.Advice{
		"More than 10 attributes (6 data sets): EP has the lowest mean rank in test NLL, 1.2; SEP cannot be told from it. Of these SEP comes soonest to within 2% of its own best NLL (0.50 s; EP 8.0 s).": {
			Kind: "more than 10 attributes", Worth: worth, Sets: make([]string, 6), Best: good, Tied: []analysis.Standing{near}, Tested: true, Fastest: near},
		"Over all 5 data sets EP has the lowest mean rank in test NLL, 1.2, and is told apart from all others. It comes to within 2% of its own best NLL in 8.0 s of CPU time.": {
			Kind: "all data sets", Worth: worth, Sets: make([]string, 5), Best: good, Tested: true, Fastest: good, Busy: true},
		"Over all 6 data sets EP has the lowest mean rank in test NLL, 1.2, and is told apart from all others. It comes to within 2% of its own best NLL in 8.0 s.": {
			Kind: "all data sets", Worth: worth, Sets: make([]string, 6), Best: good, Tested: true, Fastest: good},
		"On 1 data set X has the lowest mean rank in test NLL, 1.0; these are too few data sets for a test.": {
			Kind: "all data sets", Worth: worth, Sets: make([]string, 1), Best: analysis.Standing{Label: "X", Rank: 1, Seconds: math.NaN()}, Fastest: analysis.Standing{Label: "X"}},
	} {
		if got := advised(a); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
