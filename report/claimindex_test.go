package report

import (
	"strings"
	"testing"

	"gpcbench/report/analysis"
)

// Claims that only a shorter profile has records of are counted, and told.
func TestClaimsOfShortRuns(t *testing.T) {
	paper := analysis.Paper{Short: "Author 2020", Claims: []analysis.Claim{{Name: "a", Experiment: "p/a"}, {Name: "b", Experiment: "p/b"}, {Name: "c", Experiment: "p/c"}}}
	row := func(outcome string) []string {
		return []string{claimLine("It is better.", analysis.Outcome{Outcome: outcome})}
	}
	for _, c := range []struct {
		lines map[string][]string
		want  string
	}{
		{map[string][]string{"p/a/paper": row("holds"), "p/a/quick": row("does not hold"), "p/b/quick": row("holds")}, "of 3 claims 2 hold, 1 cannot be told (1 of them by runs shorter than the paper's).\n"},
		{map[string][]string{"p/a/paper": row("holds"), "p/b/paper": row("holds")}, "of 3 claims 2 hold, 1 cannot be told.\n"},
	} {
		var w strings.Builder
		writeClaims(&w, []analysis.Paper{paper}, c.lines)
		if !strings.Contains(w.String(), c.want) {
			t.Errorf("want %q in\n%s", c.want, w.String())
		}
	}
}
