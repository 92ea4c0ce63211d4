package page

import (
	"math"
	"strings"
	"testing"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/replication"
	"gpcbench/report/replication/statistic"
	"gpcbench/report/reporttest"
)

// The values of pairs of methods stand beside that of all where their outcomes differ.
func TestPairsText(t *testing.T) {
	nan := math.NaN()
	several := statistic.Claim{Statistic: "ratio", Metric: "cpu_seconds", Methods: []string{"A"}, Than: []string{"B", "C"}}
	ratio, worse := several, several
	ratio.Metric = "nll"
	ratio.Statistic, worse.Statistic, worse.Metric = "speedup", "better", "nll"
	worse.Methods, worse.Than = worse.Than, worse.Methods
	for _, c := range []struct {
		claim statistic.Claim
		value float64
		pairs []replication.PairOutcome
		want  string
	}{
		{several, 2, []replication.PairOutcome{{Method: "A", Than: "B", Value: 3, Low: 2, High: 4, Outcome: replication.Holds}, {Method: "A", Than: "C", Value: 1.014, Low: 0.97, High: 1.06, Outcome: replication.CannotTell}},
			" (B 3.0 [2.0, 4.0], C 1.01 [0.97, 1.06])"},
		{several, 2, []replication.PairOutcome{{Method: "A", Than: "B", Value: 3, Outcome: replication.Holds}, {Method: "A", Than: "C", Value: 1, Outcome: replication.Holds}}, ""},
		{ratio, 2, []replication.PairOutcome{{Method: "A", Than: "B", Value: math.Inf(1), Low: nan, High: nan, Outcome: replication.Holds}, {Method: "A", Than: "C", Value: 0, Low: nan, High: nan, Outcome: replication.DoesNotHold}},
			" (B never comes to the final NLL of A, A never comes to the final NLL of C)"},
		{worse, -0.2, []replication.PairOutcome{{Method: "B", Than: "A", Value: -0.5, Low: nan, High: nan, Outcome: replication.DoesNotHold}, {Method: "C", Than: "A", Value: 0.1, Low: nan, High: nan, Outcome: replication.Holds}},
			" (B 0.50, C -0.10)"},
	} {
		o := replication.Outcome{Estimate: statistic.Estimate{Claim: c.claim, Metric: metrics.Get(c.claim.Metric), Value: c.value}, Pairs: c.pairs}
		for _, q := range c.pairs {
			o.Cases = append(o.Cases, statistic.Case{Method: q.Method, Than: q.Than, Value: q.Value})
		}
		if got := pairsText(o); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// A claim on calibration links to the figure of it where no table has the metric.
func TestEvidenceOfCalibration(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Claims[1].Metric = "ece"
	if text := markdown(t, in); !strings.Contains(text, " | [Reliability](#reliability) | ") {
		t.Error("the claim links to no figure of reliability")
	}
}

// A paper's experiment that no claim is judged by says so; one of no paper says nothing.
func TestNoClaim(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Claims, in.Judged = nil, []string{"paper2020/table2", "paper2020/figure1"}
	for paper, want := range map[string]bool{"Author 2020": true, "": false} {
		in.Paper = paper
		text := markdown(t, in)
		if strings.Contains(text, "The claims of the paper are judged in the reports on `paper2020/table2` and `paper2020/figure1`.") != want {
			t.Errorf("paper %q: the sentence is there: %v, want %v", paper, !want, want)
		}
	}
}

// A report on a selection of cells judges no claim of its paper, and says so; one on a table of
// the user's own has none.
func TestClaimsOfASelection(t *testing.T) {
	for paper, says := range map[string]string{"A paper of 2020": "Claims are not judged of a selection of cells.\n\n", "": ""} {
		var d document.Document
		noClaims(&d, read(t, replication.Input{Input: analysis.Input{Spec: &spec.Spec{}, Selection: true}, Source: replication.Source{Paper: paper, Judged: []string{"paper2020/table1"}}}))
		if got := string(format.Markdown(d)); got != says {
			t.Errorf("paper %q: %q", paper, got)
		}
	}
}

func TestCasesText(t *testing.T) {
	for want, stands := range map[string][]string{
		"no single case decides it":              {"open", "open"},
		"of 3 cases 1 for it, 2 open":            {"for", "open", "open"},
		"of 2 cases 1 short of it, 1 against it": {"short", "against"},
	} {
		var cases []statistic.Case
		for _, s := range stands {
			cases = append(cases, statistic.Case{Stands: s})
		}
		if got := casesText(cases); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
