package page

import (
	"math"
	"strings"
	"testing"

	"gpcbench/report/analysis"
	"gpcbench/report/reporttest"
)

// A report says what the test counts as n_test/n_train.
func TestOverlapIsSaid(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Datasets[0].Rows = 7400
	for id, r := range in.Records {
		if r.Dataset == "diabetis" {
			r.Provenance["train_rows"], r.Provenance["test_rows"] = "400", "2000"
			in.Records[id] = r
		}
	}
	in.Datasets[1].Rows = 770 // 693 to train
	text := markdown(t, in)
	for _, want := range []string{"where these are the larger part, repeats share the rows that are scored, n of N", "| diabetis | X-GPC − SVGPC | 10 | 0.37 | ", "| a9a | X-GPC − SVGPC | 9 | 0.11 | "} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	in.Spec.Datasets[0].Split.Kind = "time"
	text = markdown(t, in)
	for _, want := range []string{"In the order of time training rows are nested: each repeat trains on all rows of the one before.", "| diabetis | X-GPC − SVGPC | 10 | 5.0 | "} {
		if !strings.Contains(text, want) {
			t.Errorf("in the order of time the report does not say %q", want)
		}
	}
}

func TestWord(t *testing.T) {
	for want, adjusted := range map[string]float64{"A better": 0.04, "no difference shown": 0.05, "not tested": math.NaN()} {
		if got := word((analysis.Comparison{A: "A", B: "B", Metric: "error", Test: analysis.TTest{Mean: -1}, Adjusted: adjusted})); got != want {
			t.Errorf("p of %g: %q, want %q", adjusted, got, want)
		}
	}
	if got := word((analysis.Comparison{A: "A", B: "B", Metric: "error", Test: analysis.TTest{Mean: 1}})); got != "B better" {
		t.Errorf("an error that is larger: %q", got)
	}
}
