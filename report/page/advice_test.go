package page

import (
	"fmt"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

// onSets is an experiment on copies of the first data set, so many of them, which asks for advice.
func onSets(n int) replication.Input {
	in := reporttest.Synthetic("paper", 3)
	in.Spec.Advice, in.Spec.Figures = true, nil
	in.Spec.Methods[2].Name = "majority"
	set, cells := in.Datasets[0], in.Cells
	in.Datasets, in.Cells = nil, nil
	for i := range n {
		dataset := set
		dataset.Name = fmt.Sprintf("d%d", i)
		in.Datasets = append(in.Datasets, dataset)
		for _, c := range cells {
			if c.Dataset == set.Name {
				r, c := in.Records[c.ID], new(*c)
				c.ID, c.Dataset = dataset.Name+c.ID, dataset.Name
				r.Cell = c.Cell
				in.Cells, in.Records[c.ID] = append(in.Cells, c), r
			}
		}
	}
	in.Fit = func(label, dataset string) string {
		return "runexp fit e --only dataset=" + dataset + " --method " + label
	}
	return in
}

func TestAdviceSection(t *testing.T) {
	text := markdown(t, onSets(8))
	for _, want := range []string{
		"## Which method to take\n\nTake X-GPC: over 8 data sets it is as good as any other, within 0.02 nats.\n\n" +
			"    runexp fit e --only dataset=NAME --method X-GPC\n\nFor your table: `runexp take my.csv`.\n",
		"\n| X-GPC | as good | 0.",
		"Time is the training time until a fit is within 2% of its own best NLL: the median over data sets of means over repeats.",
		"A pair's difference, interval and P do not.",
		"\n| X-GPC − SVGPC | 8 | 8 | -0.00",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q:\n%s", want, text[:min(len(text), 3000)])
		}
	}
	for _, not := range []string{"Pairwise comparison", "Time to a target"} {
		if strings.Contains(text, not) {
			t.Errorf("the report has %q, which advice stands for", not)
		}
	}
	in := onSets(8)
	delete(in.Records, in.Cells[0].ID)
	if text := markdown(t, in); !strings.Contains(text, "Incomplete: 71 of 72 cells have a record. No method is recommended.") ||
		strings.Contains(text, "| as good |") ||
		strings.Contains(text, "runexp fit") ||
		!strings.Contains(text, "<summary>Interim results over 8 of the 8 data sets: not for use</summary>") ||
		strings.Index(text, "\n| SVGPC | ") > strings.Index(text, "\n| X-GPC | ") {
		t.Errorf("advice of records that are not complete:\n%s", text[:min(len(text), 2000)])
	}
}

// All data sets are copies of one: there is one best, whatever the rule, and no band.
func TestTestedAdvice(t *testing.T) {
	text := markdown(t, onSets(8))
	for _, want := range []string{
		"## What advice is worth\n\nGoal: within 0.01 nats of the best on 90% of the data sets at a cost of 10%. " +
			"It is met by always and nearest. No rule has less regret than always taking the same method.",
		"\n| always | 0.0000 | – | 8 of 8 | 0% |\n",
		"\n| oracle | 0 | – | 8 of 8 | – |\n",
		"## What to take in so much time\n\n| seconds | take |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q:\n%s", want, text[:min(len(text), 6000)])
		}
	}
	if strings.Contains(text, "What to take for which table") || strings.Contains(markdown(t, onSets(7)), "What advice is worth") {
		t.Error("bands of tables that are alike, or rules tested on too few data sets")
	}
}

func TestAdviceInWords(t *testing.T) {
	of := func(sets int, word string, floor float64) analysis.Choice {
		return analysis.Choice{
			Worth:     analysis.Worth{Loss: "nll", Margin: 0.02},
			Sets:      make([]string, sets),
			Standings: []analysis.Standing{{Label: "EP", Loss: 0.3, Stands: word}, {Label: "Shares", Stands: analysis.Floor, Loss: floor}},
		}
	}
	open := of(9, analysis.Undecided, 0.6)
	open.Standings = append(open.Standings, analysis.Standing{Label: "VI", Loss: 0.4, Stands: analysis.Undecided, Seconds: 1})
	open.Standings[0].Seconds = 2
	for want, c := range map[string]analysis.Choice{
		"Take EP: over 9 data sets it is as good as any other, within 0.02 nats.":                                    of(9, analysis.AsGood, 0.6),
		"Take EP: over 9 data sets its mean NLL is the lowest. Another method may be better by 0.02 nats or more.":   of(9, analysis.Undecided, 0.6),
		"No method is shown to be best over 9 data sets. Lowest NLL: EP. Cheapest method not shown to be worse: VI.": open,
		"No method is recommended over 7 data sets: a recommendation needs 8.":                                       of(7, "", 0.6),
		"No method is recommended: over 9 data sets none has a lower mean NLL than Shares.":                          of(9, analysis.AsGood, 0.3),
	} {
		if got := advised(c); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// Label sets have no balanced error: their table has no column of dashes for it.
func TestStandingsHaveNoEmptyColumn(t *testing.T) {
	all := []analysis.Standing{{Label: "MLGPF", Stands: analysis.Undecided}}
	classes := analysis.Choice{Worth: analysis.Worth{Loss: "nll", Secondary: "error", Balanced: "balanced_error"}, Repeats: 3, Standings: all}
	labels := classes
	labels.Worth = analysis.Worth{Loss: "log_loss", Secondary: "p_at_1", Multilabel: true}
	for want, c := range map[string]analysis.Choice{"error, balanced error, time": classes, "P@1, time": labels} {
		table := standings(c, c.Standings)
		var head []string
		for _, cell := range table.Head {
			head = append(head, string(cell))
		}
		if got := strings.Join(head, ", "); !strings.HasSuffix(got, "upper 95% bound, "+want) || len(table.Rows[0]) != len(head) {
			t.Errorf("columns %s of a row of %d cells, want %s last", got, len(table.Rows[0]), want)
		}
	}
}
