package page

import (
	"slices"
	"strings"
	"testing"

	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
	"gpcbench/wording"
)

func TestCounts(t *testing.T) {
	c := read(t, reporttest.Synthetic("paper", 10))
	for want, verdicts := range map[string][]replication.Verdict{
		"**Published numbers**: 1 reproduced, 2 worse, 1 no data.\n": {{Verdict: wording.Worse}, {Verdict: wording.Reproduced}, {}, {Verdict: wording.Worse}, {Verdict: wording.NoData}},
		"| published numbers | reproduced | better | no data |\n|---|---|---|---|\n| counted | 1 |  |  |\n| in another reading, entry or experiment |  | 1 | 1 |\n": {
			{Verdict: wording.Reproduced},
			{Verdict: wording.Better, Place: replication.Place{Beside: true}},
			{Verdict: wording.NoData, Place: replication.Place{Beside: true}},
		},
	} {
		c.Verdicts = verdicts
		var d document.Document
		counts(&d, c)
		if got := string(format.Markdown(d)); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// A published number that may be either of two metrics is counted once: under the one that the
// table says the paper's text means, whatever the order of its metrics.
func TestNumbersAreCountedOnce(t *testing.T) {
	for _, metrics := range [][]string{{"error", "nll", "nll_median"}, {"nll_median", "nll", "error"}} {
		in := reporttest.Synthetic("paper", 10)
		in.Spec.Tables[0].Metrics = metrics
		of := map[string]int{}
		for _, v := range read(t, in).Verdicts {
			if v.Beside != (v.Metric == "nll") {
				t.Errorf("%v: beside is %v", v.At, v.Beside)
			}
			if !v.Beside {
				of[v.PublishedMetric]++
			}
		}
		if of["error"] != 5 || of["nll"] != 4 { // as published.toml has
			t.Errorf("metrics %v: %v numbers are counted, want 5 and 4", metrics, of)
		}
		in.Spec.Tables[0].PublishedMetrics = nil
		for _, v := range read(t, in).Verdicts {
			if v.Beside {
				t.Errorf("%v stands beside, and there is no other metric of ours", v.At)
			}
		}
	}
}

// A number that two tables of the specification show, or that does not name an
// option of the grid, is counted once.
func TestNumbersOfTwoTablesAreCountedOnce(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	once := replication.CountNumbers(read(t, in).Verdicts).Numbers
	in.Spec.Tables = append(in.Spec.Tables, in.Spec.Tables[0])
	if twice := replication.CountNumbers(read(t, in).Verdicts).Numbers; !slices.Equal(once, twice) {
		t.Errorf("one table gives %v, the same table twice %v", once, twice)
	}

	in = reporttest.Grid()
	in.Published = []byte(reporttest.PublishedSource)
	in.Spec.Tables[0].Published = "table1"
	counted := replication.CountNumbers(read(t, in).Verdicts)
	if counted.Numbers.String() != "2 preliminary" ||
		len(counted.Beside) != 1 ||
		counted.Beside[0].Counts.String() != "4 preliminary" { // X-GPC and SVGPC, at three values of inducing
		t.Errorf("%+v", counted)
	}
}
