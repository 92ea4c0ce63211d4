package replication

import (
	"math"
	"testing"

	"gpcbench/data/split"
	"gpcbench/harness/record/recordtest"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/wording"
)

const binsSource = `
[paper]
short = "Author 2020"
cite = "Author: Title"
[table1]
title = "Table 1"
repeats = 10
again = ["B"]
cited = ["C"]
columns = ["dataset", "label", "metric", "value", "spread"]
values = [
  ["d", "A", "error", "0.23", ""], ["e", "A", "error", "0.23", ""], ["f", "A", "error", "0.23", ""], ["d", "B", "error", "0.23", ""],
  ["d", "C", "error", "0.23", ""], ["d", "A", "seconds", "5", ""],
]
[table2]
title = "Table 2"
repeats = 10
no_verdict = "no split is stated"
columns = ["dataset", "label", "metric", "value", "spread"]
values = [["d", "A", "error", "0.23", ""]]
`

// Each printed number is in one bin: by its verdict, by design without one, or not run.
func TestBins(t *testing.T) {
	p, err := ParsePaper("experiments/paper2020/published.toml", []byte(binsSource))
	if err != nil {
		t.Fatal(err)
	}
	if p.Printed != (document.Printed{Numbers: 6, Again: 1, ByDesign: 3}) {
		t.Errorf("%+v", p.Printed)
	}
	chance := 0.04
	verdict := func(profile, verdict string, beside bool) Verdict {
		return Verdict{Experiment: "paper2020/table1", Profile: profile, Verdict: verdict, Place: Place{Beside: beside}, Deviation: Deviation{Chance: &chance}}
	}
	got := BinsOf([]Paper{p}, []Verdict{
		verdict(spec.Paper, wording.Reproduced, false), verdict(spec.Paper, wording.TooNoisy, false), verdict(spec.Paper, wording.Worse, true), {},
		{Experiment: "other2020/table1", Profile: spec.Paper, Verdict: wording.Better, Deviation: Deviation{Chance: &chance}},
	})
	const want = "6 printed, 1 reproduced, 1 too noisy, 3 no verdict by design, 1 not run; 0.040 of 1 verdict would be false by chance alone"
	if len(got) != 1 || got[0].Paper != "paper2020" || got[0].String() != want {
		t.Errorf("%q, want %q", got, want)
	}
	if all := All(append(got, got...)); all.Printed.Numbers != 12 || all.Printed.Again != 2 || all.Counts[wording.TooNoisy] != 2 || all.Chance != 2*chance {
		t.Errorf("%+v", all)
	}
}

// R: 2 * pnorm(-0.025 / 0.01). The tolerance is 2 * 0.01 + 0.005.
func TestChance(t *testing.T) {
	published := PublishedValue{At: map[string]string{"dataset": "d", "label": "M"}, Value: "0.23"}
	_, _, v := one("paper", "error", split.Spec{Kind: "kfold"}, tenAround(0.23, 0.01*math.Sqrt(10)), 0, published)
	recordtest.Near(t, "chance", *v.Chance, 0.0124193306515523)
}

// What a table of a specification counts elsewhere stands beside.
func TestCountedElsewhere(t *testing.T) {
	verdicts := []Verdict{{Verdict: wording.Reproduced, Place: Place{elsewhere: true}}, {Verdict: wording.Worse, Metric: "nll", PublishedMetric: "nll"}}
	countOnce(verdicts)
	n := CountNumbers(verdicts)
	if n.Numbers.String() != "1 worse" || len(n.Beside) != 1 || n.Beside[0].Counts.String() != "1 reproduced" {
		t.Errorf("%+v", n)
	}
}
