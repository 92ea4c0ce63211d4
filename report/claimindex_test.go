package report

import (
	"strings"
	"testing"

	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/replication"
	"gpcbench/report/replication/statistic"
)

// Claims that only a shorter profile has records of are counted, and said to be.
func TestClaimsOfShortRuns(t *testing.T) {
	paper := replication.Paper{Short: "Author 2020", Claims: []statistic.Claim{{Name: "a", Statistic: "better", Experiment: "p/a"}, {Number: 1, Name: "b", Statistic: "better", Experiment: "p/b"}, {Number: 2, Name: "c", Statistic: "better", Experiment: "p/c"}}}
	report := func(experiment, profile, outcome string) document.Facts {
		reading := document.Reading{Experiment: experiment, Profile: profile, Outcome: outcome}
		return document.Facts{Experiment: experiment, Profile: profile, Claims: []document.Claim{{Number: strings.Index("ab", experiment[2:]), Says: "It is better.", Readings: []document.Reading{reading}}}}
	}
	for _, c := range []struct {
		reports []document.Facts
		want    string
	}{
		{[]document.Facts{report("p/a", "paper", "holds"), report("p/a", "quick", "does not hold"), report("p/b", "quick", "holds")}, "of 3 claims 2 hold, 1 cannot be told (1 of them by runs shorter than the paper's).\n"},
		{[]document.Facts{report("p/a", "paper", "holds"), report("p/b", "paper", "holds")}, "of 3 claims 2 hold, 1 cannot be told.\n"},
	} {
		var d document.Document
		indexClaims(&d, []replication.Paper{paper}, c.reports)
		if got := string(format.Markdown(d)); !strings.Contains(got, c.want) {
			t.Errorf("want %q in\n%s", c.want, got)
		}
	}
}

// The index begins as the page does: with the claims, the published numbers counted in the same
// sentence, and advice behind them.
func TestIndexBegins(t *testing.T) {
	reports := []document.Facts{
		{Experiment: "p/a", Paper: "Author 2020", Profile: "paper", Claims: []document.Claim{{Readings: []document.Reading{{Outcome: "holds"}}}}, Verdicts: []document.Count{{Verdict: "worse", Numbers: 2}}, Advice: []string{"Take A."}},
		{Experiment: "q/a", Paper: "Other 2021", Profile: "paper", Verdicts: []document.Count{{Verdict: "better", Numbers: 5}}},
	}
	got := string(index(reports, []replication.Paper{{Short: "Author 2020", Claims: []statistic.Claim{{Statistic: "better", Experiment: "p/a"}}}}))
	if want := "- **Author 2020**: of 1 claim 1 holds; of 2 published numbers 2 are worse.\n"; !strings.Contains(got, want) {
		t.Errorf("want %q in\n%s", want, got)
	}
	if claims, advice := strings.Index(got, "## What the papers claim"), strings.Index(got, "## Which method to take"); claims < 0 || advice < claims {
		t.Errorf("claims at %d, advice at %d in\n%s", claims, advice, got)
	}
}
