package page

import (
	"math"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/report/reporttest"
)

func TestAnswerInWords(t *testing.T) {
	best := analysis.Standing{Label: "SVGPC", Loss: 0.2514, Stands: analysis.AsGood}
	untested := best
	untested.P = math.NaN()
	other := func(label, word string) analysis.Standing {
		return analysis.Standing{Label: label, Loss: 0.3, Stands: word}
	}
	shares := analysis.Standing{Label: "Class shares", Stands: analysis.Floor, Loss: 0.325}
	my := func(classes ...int) record.Dataset {
		return record.Dataset{Name: "my", ClassNames: []string{"no", "y\x1b[31m\n"}[:len(classes)], ClassRows: classes}
	}
	choice := func(repeats int, standings ...analysis.Standing) analysis.Choice {
		return analysis.Choice{Worth: analysis.Worth{Loss: "nll", Secondary: "error"}, Sets: []string{"my"}, Standings: standings, Repeats: repeats, Planned: 10}
	}
	few, labels := choice(8, best, other("X-GPC", analysis.Undecided)), choice(10, best, shares)
	few.NotCompared = []string{"VI", "Trees"}
	labels.Worth = analysis.Worth{Loss: "log_loss", Secondary: "p_at_1"}
	for _, c := range []struct {
		what  string
		of    analysis.Choice
		table record.Dataset
		want  string
	}{
		{"everything", choice(10, best, other("X-GPC", analysis.AsGood), other("VI", analysis.Undecided), other("Linear", analysis.Worse), shares), my(90, 10),
			"my: take SVGPC, which has the lowest NLL, 0.251. As good: X-GPC. Undecided: VI. Worse: Linear."},
		{"a class that a terminal would act on", choice(10, best, shares), my(980, 20),
			"my: take SVGPC, which has the lowest NLL, 0.251. " +
				`Class "y\u001B[31m\n" has 2% of the rows: the error says little about it, the balanced error and the NLL say more.`},
		{"a class of one row", choice(10, best, shares), my(99, 1),
			"my: take SVGPC, which has the lowest NLL, 0.251. " +
				`Class "y\u001B[31m\n" has a single row, which is not tested: no number here says anything about it.`},
		{"label sets", labels, record.Dataset{Name: "my", Multilabel: true},
			"my: take SVGPC, which has the lowest log loss, 0.251."},
		{"one split", choice(1, untested, other("Linear", analysis.Undecided)), my(),
			"my: SVGPC has the lowest NLL, 0.251 (nothing is tested). Compared over the 1 of 10 repeats that all methods have."},
		{"fits that are not there", few, my(),
			"my: take SVGPC, which has the lowest NLL, 0.251. Compared over the 8 of 10 repeats that all methods have. Not compared, with too few fits: VI and Trees. Undecided: X-GPC."},
		{"one method alone", choice(10, best), my(), "my: only SVGPC has enough fits; its NLL is 0.251."},
		{"no better than the shares", choice(10, other("VI", analysis.Undecided), analysis.Standing{Label: "Class shares", Stands: analysis.Floor, Loss: 0.3}), my(),
			"my: no method has a lower NLL than Class shares; take none."},
	} {
		if got := answer(c.of, c.table); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}

// A report on a table of the user's own begins with the answer, and the terminal has it too.
func TestAnswerInEveryFormat(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	in.Datasets[0].Own = true
	text := markdown(t, in)
	const want = "diabetis: take X-GPC, which has the lowest NLL, "
	if at := strings.Index(text, want); at < 0 || at > strings.Index(text, "## Table 1") {
		t.Errorf("the report begins with\n%s", text[:min(600, len(text))])
	}
	if text := onTerminal(t, in); !strings.Contains(text, "\n"+want) {
		t.Errorf("the terminal is told\n%s", text)
	}
	if text := onTerminal(t, reporttest.Synthetic("quick", 3)); strings.Contains(text, "which has the lowest NLL") {
		t.Errorf("there is no table of the user's own, and the terminal is told\n%s", text)
	}
}

// What was imported is not what was run here, and a report says so and what made it.
func TestImportedIsSaid(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	for id, r := range in.Records {
		if r.Label == in.Spec.Methods[0].Label {
			r.Provenance, r.Options = map[string]string{"imported": "sum of the file"}, map[string]any{"source": "scikit-learn 1.2"}
			in.Records[id] = r
		}
	}
	want := in.Spec.Methods[0].Label + " was not run here: its predictions, made by scikit-learn 1.2, are imported"
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
	if want := "made by scikit-learn 1.2, are imported, and no training time came with them."; !strings.Contains(text, want) {
		t.Errorf("the report does not say %q", want)
	}
}

// Advice that is asked for and cannot be given is not left out in silence.
func TestNoAdviceYet(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Spec.Advice = true
	clear(in.Records)
	if text := markdown(t, in); !strings.Contains(text, "Methods cannot be compared yet, as no data set has results of all of them") {
		t.Errorf("the report begins with\n%s", text[:min(600, len(text))])
	}
}

// A method that failed everywhere is named: no run brings what is missing.
func TestNoAdviceForOneFailed(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Spec.Advice = true
	label := in.Spec.Methods[0].Label
	for id, r := range in.Records {
		if r.Label == label {
			r.Status, r.Metrics = record.Failed, nil
			in.Records[id] = r
		}
	}
	text := markdown(t, in)
	if want := "no fit of " + label + " finished"; !strings.Contains(text, want) || strings.Contains(text, "cannot be compared yet") {
		t.Errorf("the report does not say %q:\n%s", want, text[:min(1000, len(text))])
	}
}

// Where there are only methods that learn shares, nothing is missing that could be compared.
func TestNoAdviceOnShares(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	in.Spec.Advice = true
	for i := range in.Spec.Methods {
		in.Spec.Methods[i].Name = "majority"
	}
	text := markdown(t, in)
	if want := "No method can be recommended: none of those for all data sets learns more than shares"; !strings.Contains(text, want) || strings.Contains(text, "runexp plan") {
		t.Errorf("the report does not say %q:\n%s", want, text[:min(1000, len(text))])
	}
	if of := Facts(read(t, in)).Advice; len(of) != 1 || !strings.HasPrefix(of[0], "No method can be recommended") {
		t.Errorf("the index says %q", of)
	}
}
