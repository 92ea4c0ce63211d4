package page

import (
	"math"
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
	"gpcbench/report/reporttest"
)

func TestAnswerInWords(t *testing.T) {
	worth := analysis.Worth{Loss: "nll", Secondary: "error"}
	nan := math.NaN()
	best := analysis.Contender{Label: "SVGPC", Loss: 0.2514, Secondary: 0.1, Balanced: 0.125, Seconds: 0.42, P: nan}
	table := record.Dataset{Name: "my", ClassNames: []string{"no", "yes"}, ClassRows: []int{90, 10}}
	shares := &analysis.Contender{Label: "Class shares", Loss: 0.325, Secondary: 0.1}
	for _, c := range []struct {
		what string
		a    analysis.Answer
		want string
	}{
		{"everything", analysis.Answer{Worth: worth, Dataset: table, Best: best, Repeats: 10, Shares: shares,
			Tied:   []analysis.Contender{{Label: "X-GPC", Loss: 0.26, P: 0.31, Seconds: 0.05}, {Label: "VI", Loss: 0.27, P: 0.06, Seconds: nan}},
			Linear: &analysis.Contender{Label: "Linear", Loss: 0.5, P: 1e-6}},
			"my: SVGPC has the lowest NLL, 0.251; X-GPC and VI cannot be told from it. It is better than the linear model, Linear (0.500, p < 0.0001). SVGPC trains in 0.42 s. " +
				"Its error is 10%, its balanced error 12.5%; the largest class has 90% of the rows."},
		{"a class that a terminal would act on", analysis.Answer{Worth: worth, Dataset: record.Dataset{Name: "my", ClassNames: []string{"no", "y\x1b[31m\n"}, ClassRows: []int{980, 20}}, Best: best, Repeats: 10},
			"my: SVGPC has the lowest NLL, 0.251. SVGPC trains in 0.42 s. Its error is 10%, its balanced error 12.5%; the largest class has 98% of the rows. " +
				`Class "y\u001B[31m\n" has 2% of the rows: the error says little about it, the balanced error and the NLL say more.`},
		{"rare class", analysis.Answer{Worth: worth, Dataset: record.Dataset{Name: "my", ClassNames: []string{"no", "yes"}, ClassRows: []int{980, 20}}, Best: best, Repeats: 10},
			"my: SVGPC has the lowest NLL, 0.251. SVGPC trains in 0.42 s. Its error is 10%, its balanced error 12.5%; the largest class has 98% of the rows. " +
				"Class yes has 2% of the rows: the error says little about it, the balanced error and the NLL say more."},
		{"a class of one row", analysis.Answer{Worth: worth, Dataset: record.Dataset{Name: "my", ClassNames: []string{"no", "yes"}, ClassRows: []int{99, 1}}, Best: best, Repeats: 10},
			"my: SVGPC has the lowest NLL, 0.251. SVGPC trains in 0.42 s. Its error is 10%, its balanced error 12.5%; the largest class has 99% of the rows. " +
				"Class yes has a single row, which is not tested: no number here says anything about it."},
		{"label sets", analysis.Answer{Worth: analysis.Worth{Loss: "log_loss", Secondary: "p_at_1"}, Dataset: record.Dataset{Name: "my", Multilabel: true}, Best: best, Repeats: 10, Shares: shares},
			"my: SVGPC has the lowest log loss, 0.251. SVGPC trains in 0.42 s. The label that it ranks first is right in 10% of the rows, the most frequent label in 10%."},
		{"one split", analysis.Answer{Worth: worth, Dataset: record.Dataset{Name: "my"}, Best: best, Repeats: 1, Linear: &analysis.Contender{Label: "Linear", Loss: 0.5, P: nan}},
			"my: SVGPC has the lowest NLL, 0.251 (on one split; nothing is tested). The linear model, Linear, has 0.500. SVGPC trains in 0.42 s. Its error is 10%, its balanced error 12.5%."},
		{"not better than the linear model", analysis.Answer{Worth: worth, Dataset: record.Dataset{Name: "my"}, Best: best, Repeats: 5, Linear: &analysis.Contender{Label: "Linear", Loss: 0.26, P: 0.5},
			Tied: []analysis.Contender{{Label: "Linear", Loss: 0.26, P: 0.5, Seconds: 0.7}}},
			"my: SVGPC has the lowest NLL, 0.251; Linear cannot be told from it. It is not shown to be better than the linear model, Linear. SVGPC trains in 0.42 s. Its error is 10%, its balanced error 12.5%."},
		{"fits that are not there", analysis.Answer{Worth: worth, Dataset: record.Dataset{Name: "my"}, Best: best, Repeats: 8, Planned: 10,
			Untested:    []analysis.Contender{{Label: "X-GPC", Loss: 0.26, P: nan}},
			NotCompared: []string{"VI", "Trees"}},
			"my: SVGPC has the lowest NLL, 0.251; X-GPC is not tested against it. Compared over the 8 of 10 repeats that all have. " +
				"Not compared, for want of fits: VI and Trees. SVGPC trains in 0.42 s. Its error is 10%, its balanced error 12.5%."},
		{"a busy machine", analysis.Answer{Worth: worth, Dataset: record.Dataset{Name: "my"}, Best: analysis.Contender{Label: "SVGPC", Loss: 0.2514, Secondary: 0.1, Balanced: 0.125, Seconds: 0.7, CPUSeconds: 0.42, P: nan}, Busy: true, Repeats: 10},
			"my: SVGPC has the lowest NLL, 0.251. SVGPC trains in 0.42 s of CPU time. Its error is 10%, its balanced error 12.5%."},
		{"an imported method without CPU time on a busy machine", analysis.Answer{Worth: worth, Dataset: record.Dataset{Name: "my"}, Best: analysis.Contender{Label: "Mine", Loss: 0.2514, Secondary: 0.1, Balanced: 0.125, Seconds: 0.7, CPUSeconds: nan, P: nan}, Busy: true, Repeats: 10},
			"my: Mine has the lowest NLL, 0.251. Mine trains in 0.7 s. Its error is 10%, its balanced error 12.5%."},
		{"one method alone", analysis.Answer{Worth: worth, Dataset: record.Dataset{Name: "my"}, Best: best, Alone: true, Repeats: 5, Planned: 5, NotCompared: []string{"VI"}},
			"my: SVGPC alone has enough fits, and its NLL is 0.251. Not compared, for want of fits: VI. SVGPC trains in 0.42 s. Its error is 10%, its balanced error 12.5%."},
	} {
		if got := answer(c.a); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}

// A report on a table of the user's own begins with the answer, and the terminal has it too.
func TestAnswerInEveryFormat(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	in.Datasets[0].Own = true
	text := markdown(t, in)
	const want = "diabetis: X-GPC has the lowest NLL, "
	if at := strings.Index(text, want); at < 0 || at > strings.Index(text, "## Table 1") {
		t.Errorf("the report begins with\n%s", text[:min(600, len(text))])
	}
	if text := onTerminal(t, in); !strings.Contains(text, "\n"+want) {
		t.Errorf("the terminal is told\n%s", text)
	}
	if text := onTerminal(t, reporttest.Synthetic("quick", 3)); strings.Contains(text, "has the lowest NLL") {
		t.Errorf("there is no table of the user's own, and the terminal is told\n%s", text)
	}
}

// What was imported is not what was run here, and a report says so and what made it.
func TestImportedIsSaid(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	for i, c := range in.Cells {
		if c.Label == in.Spec.Methods[0].Label {
			in.Cells[i].Method, in.Cells[i].Options = "imported", map[string]any{"source": "scikit-learn 1.2"}
		}
	}
	want := in.Spec.Methods[0].Label + " was not run here: its predictions are imported, as scikit-learn 1.2 made them"
	if text := markdown(t, in); !strings.Contains(text, want) {
		t.Errorf("the report does not say %q", want)
	}
	for id, r := range in.Records {
		if r.Label == in.Spec.Methods[0].Label {
			r.Timing, r.Trace = record.Timing{Iterations: 1}, nil
			in.Records[id] = r
		}
	}
	text := markdown(t, in)
	if want := "as scikit-learn 1.2 made them, and no training time came with them."; !strings.Contains(text, want) {
		t.Errorf("the report does not say %q", want)
	}
	if strings.Contains(text, in.Spec.Methods[0].Label+" trains in") {
		t.Error("the report says how long a method trains whose time is not known")
	}
}

// Advice that is asked for and cannot be given is not left out in silence.
func TestNoAdviceYet(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Spec.Advice = true
	clear(in.Records)
	if text := markdown(t, in); !strings.Contains(text, "No data set has results of all methods yet") {
		t.Errorf("the report begins with\n%s", text[:min(600, len(text))])
	}
}
