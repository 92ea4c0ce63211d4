package page

import (
	"strings"
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/reporttest"
)

// A method whose fits never have a metric has no row in its table, and two repeats are not compared in
// pairs.
func TestRowsAndPairsThatSayNothing(t *testing.T) {
	for repeats, pairs := range map[int]bool{2: false, 3: true} {
		in := reporttest.Synthetic("quick", repeats)
		for _, r := range in.Records {
			if r.Label == "X-GPC" && r.Metrics != nil {
				r.Metrics["rhat"] = 1.001
			}
		}
		in.Published = nil
		in.Spec.Tables = []spec.Table{{Title: "Chains", Rows: "label", Columns: "dataset", Metrics: []string{"rhat", "nll"}, Summary: "mean"}}
		page := markdown(t, in)
		_, chains, _ := strings.Cut(page, "## Chains")
		chains, after, _ := strings.Cut(chains, "Test NLL")
		if strings.Count(chains, "| X-GPC |") != 1 || strings.Contains(chains, "| Linear |") {
			t.Errorf("the table of R-hat has not a row for X-GPC and none for Linear:\n%s", chains)
		}
		if !strings.Contains(after, "| Linear |") {
			t.Errorf("the NLL lacks a method:\n%s", after)
		}
		if got := strings.Contains(page, "## Pairwise comparison"); got != pairs {
			t.Errorf("%d repeats: compared in pairs is %v", repeats, got)
		}
	}
}
