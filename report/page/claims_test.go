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
	"gpcbench/report/reporttest"
)

func TestFigureText(t *testing.T) {
	nan := math.NaN()
	claim := func(statistic, metric string) replication.Claim {
		return replication.Claim{Statistic: statistic, Metric: metric, Methods: []string{"A", "B"}, Than: []string{"C"}, Along: "N"}
	}
	start := claim("rise", "nll")
	start.Since = "start"
	alone := func(statistic, metric string) replication.Claim {
		c := claim(statistic, metric)
		c.Than, c.Attributes = nil, []string{"x", "y"}
		return c
	}
	late := alone("rise", "nll")
	late.Since = "half"
	early := alone("arrival", "nll")
	early.Clock = "iteration"
	counted := claim("speedup", "nll")
	counted.Clock = "iteration"
	for _, c := range []struct {
		claim            replication.Claim
		value, low, high float64
		want             string
	}{
		{claim("better", "nll"), 0.02, 0.01, 0.03, "Test NLL of A and B lower than that of C by 0.0200 [0.0100, 0.0300]"},
		{claim("better", "nll"), -0.02, -0.03, -0.01, "Test NLL of A and B higher than that of C by 0.0200 [0.0100, 0.0300]"},
		{claim("better", "p_at_1"), 0.02, nan, nan, "P@1 of A and B higher than that of C by 0.020"},
		{claim("distance", "delta_mean"), 0.02, nan, nan, "Distance of the mean of A and B lower than that of C by 0.020"},
		{claim("speedup", "nll"), 3.2, 2, 41, "A and B 3.2 [2.0, 41] times as fast as C"},
		{claim("speedup", "nll"), math.Inf(1), nan, nan, "C never comes to the final NLL of A and B"},
		{claim("speedup", "error"), 3.2, nan, nan, "A and B 3.2 times as fast as C to the same error"},
		{claim("speedup", "error"), math.Inf(1), nan, nan, "C never comes to the final error of A and B"},
		{claim("speedup", "nll"), 0.08, 0.04, 0.2, "A and B take 12 [5.0, 25] times as long as C"},
		{claim("speedup", "nll_median"), 3.2, nan, nan, "A and B 3.2 times as fast as C to the same median test NLL"},
		{counted, 0.5, nan, nan, "A and B take 2.0 times as many iterations as C"},
		{counted, 3.2, nan, nan, "C takes 3.2 times as many iterations as A and B"},
		{claim("ratio", "cpu_seconds"), 3.2, nan, nan, "CPU time of C 3.2 times that of A and B"},
		{claim("steadier", "nll"), 2, 1, 4, "Test NLL of C varies 2.0 [1.0, 4.0] times as much as that of A and B"},
		{claim("trend", "cpu_seconds"), 0.03, nan, nan, "CPU time grows as the power 0.030 of N"},
		{claim("trend", "error"), -0.01, nan, nan, "Test error changes by -0.010 with each doubling of N"},
		{claim("frontier", "nll"), 0.5, nan, nan, "Test NLL of A and B is the lowest for 50% of the time, on a logarithmic scale"},
		{alone("rise", "nll"), 0.5, nan, nan, "Test NLL ends 0.50 worse than at its best"},
		{alone("rise", "nll"), 0, nan, nan, "Test NLL ends no worse than at its best"},
		{late, 0.5, nan, nan, "Test NLL gets 0.50 worse than at its best before, in the second half of the trace"},
		{late, 0, nan, nan, "Test NLL gets no worse than at its best before, in the second half of the trace"},
		{claim("arrival", "nll"), 3, 2, 4, "Test NLL of A and B is below the final one of C after 3.0 [2.0, 4.0] s"},
		{claim("arrival", "nll"), math.Inf(1), nan, nan, "A and B never come to the final NLL of C"},
		{early, 3, nan, nan, "Test NLL of A and B is within 1% of its own final one after 3.0 iterations"},
		{alone("level", "linear_share"), 0.9, nan, nan, "Share of the linear kernel of A and B is 0.90"},
		{alone("relevance", ""), 2, nan, nan, "Shortest other lengthscale of A and B 2.0 times the longest of x and y"},
		{start, -0.5, nan, nan, "Test NLL ends 0.50 better than at the start"},
	} {
		if got := figureText(replication.Outcome{Claim: c.claim, Metric: metrics.Get(c.claim.Metric), Value: c.value, Low: c.low, High: c.high}); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	half := []replication.Case{{Value: math.Inf(1)}, {Value: 0.3}}
	for _, c := range []struct {
		value float64
		cases []replication.Case
		want  string
	}{
		{math.Inf(1), half, "in 1 of 2 cases C does not come to the final NLL of A and B"},
		{math.Inf(1), half[:1], "C never comes to the final NLL of A and B"},
		{0, []replication.Case{{Value: 0}, {Value: 0}}, "A and B never come to the final NLL of C"},
		{0, []replication.Case{{Value: 0}, {Value: 0}, {Value: 4}}, "in 2 of 3 cases A and B do not come to the final NLL of C"},
	} {
		o := replication.Outcome{Claim: claim("speedup", "nll"), Metric: metrics.Get("nll"), Value: c.value, Low: nan, High: nan, Cases: c.cases}
		if got := figureText(o); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	same := claim("speedup", "nll")
	same.Than = []string{"A"}
	want := "A and B 3.2 times as fast as A with one lengthscale"
	if got := figureText(replication.Outcome{Claim: same, Metric: metrics.Get("nll"), ThanVariant: "with one lengthscale", Value: 3.2, Low: nan, High: nan}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The figures of pairs of methods stand beside that of all where their outcomes differ.
func TestPairsText(t *testing.T) {
	nan := math.NaN()
	several := replication.Claim{Statistic: "ratio", Metric: "cpu_seconds", Methods: []string{"A"}, Than: []string{"B", "C"}}
	race, worse := several, several
	race.Metric = "nll"
	race.Statistic, worse.Statistic, worse.Metric = "speedup", "better", "nll"
	worse.Methods, worse.Than = worse.Than, worse.Methods
	for _, c := range []struct {
		claim replication.Claim
		value float64
		pairs []replication.PairOutcome
		want  string
	}{
		{several, 2, []replication.PairOutcome{{Method: "A", Than: "B", Value: 3, Low: 2, High: 4, Outcome: replication.Holds}, {Method: "A", Than: "C", Value: 1.014, Low: 0.97, High: 1.06, Outcome: replication.CannotTell}},
			" (B 3.0 [2.0, 4.0], C 1.01 [0.97, 1.06])"},
		{several, 2, []replication.PairOutcome{{Method: "A", Than: "B", Value: 3, Outcome: replication.Holds}, {Method: "A", Than: "C", Value: 1, Outcome: replication.Holds}}, ""},
		{race, 2, []replication.PairOutcome{{Method: "A", Than: "B", Value: math.Inf(1), Low: nan, High: nan, Outcome: replication.Holds}, {Method: "A", Than: "C", Value: 0, Low: nan, High: nan, Outcome: replication.DoesNotHold}},
			" (B never comes to the final NLL of A, A never comes to the final NLL of C)"},
		{worse, -0.2, []replication.PairOutcome{{Method: "B", Than: "A", Value: -0.5, Low: nan, High: nan, Outcome: replication.DoesNotHold}, {Method: "C", Than: "A", Value: 0.1, Low: nan, High: nan, Outcome: replication.Holds}},
			" (B 0.50, C -0.10)"},
	} {
		o := replication.Outcome{Claim: c.claim, Metric: metrics.Get(c.claim.Metric), Value: c.value, Pairs: c.pairs}
		for _, q := range c.pairs {
			o.Cases = append(o.Cases, replication.Case{Method: q.Method, Than: q.Than, Value: q.Value})
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
		"none of 2 cases is decided by itself":             {"open", "open"},
		"of 3 cases 1 supports it, 2 are open":             {"for", "open", "open"},
		"of 2 cases 1 falls short of it, 1 contradicts it": {"short", "against"},
	} {
		var cases []replication.Case
		for _, s := range stands {
			cases = append(cases, replication.Case{Stands: s})
		}
		if got := casesText(cases); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// How a claim about most data sets is judged is told where there is one.
func TestMostIsTold(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	for _, most := range []bool{false, true} {
		in.Claims[1].Most = most
		if told := strings.Contains(markdown(t, in), "A claim about most data sets holds if"); told != most {
			t.Errorf("most = %v, told %v", most, told)
		}
	}
}
