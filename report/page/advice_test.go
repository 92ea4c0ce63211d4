package page

import (
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
		"## Which method to take\n\nOver 2 data sets X-GPC has the lowest mean rank in test NLL.\n",
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

func TestAdviceSentence(t *testing.T) {
	worth := analysis.Worth{Loss: "nll", Secondary: "error"}
	for want, sets := range map[string]int{
		"Over 6 data sets EP has the lowest mean rank in test NLL.": 6,
		"Over 1 data set EP has the lowest mean rank in test NLL.":  1,
	} {
		a := analysis.Advice{Worth: worth, Sets: make([]string, sets), Best: analysis.Standing{Label: "EP"}}
		if got := (Advice{all: []analysis.Advice{a}}).Sentence(); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
