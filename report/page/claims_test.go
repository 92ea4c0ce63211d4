package page

import (
	"slices"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
	"gpcbench/wording"
)

// A paper's experiment that no claim is judged by says so; one of no paper says nothing.
func TestNoClaim(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Claims, in.Judged = nil, []string{"paper2020/table2", "paper2020/figure1"}
	for paper, want := range map[string]bool{"Author 2020": true, "": false} {
		in.Paper = paper
		text := markdown(t, in)
		if strings.Contains(text, "The claims of the paper are judged in the reports on paper2020/table2 and paper2020/figure1.") != want {
			t.Errorf("paper %q: the sentence is there: %v, want %v", paper, !want, want)
		}
	}
}

// A report on a selection of cells judges no claim of its paper, and says so; one on a table of
// the user's own has none.
func TestClaimsOfASelection(t *testing.T) {
	for paper, says := range map[string]string{"A paper of 2020": "No claim of the paper is about the selected cells.\n\n", "": ""} {
		var d document.Document
		noClaims(&d, read(t, replication.Input{Input: analysis.Input{Spec: &spec.Spec{}, Selection: true}, Source: replication.Source{Paper: paper, Judged: []string{"paper2020/table1"}}}))
		if got := string(format.Markdown(d)); got != says {
			t.Errorf("paper %q: %q", paper, got)
		}
	}
}

// A reading is a row: what is measured and claimed, ours, the cases for, against or short, and open.
func TestReadingRow(t *testing.T) {
	o := replication.Outcome{Reading: document.Reading{
		As: "in error", Statistic: "test error of B less that of A", Claimed: "within ±0.01", Ours: "0.0020", Interval: "[-0.0010, 0.0050]", Over: "over 10 repeats",
		Cases: document.Cases{For: 1, Short: 1, Against: 1, Open: 1}, Outcome: wording.HoldsInPart, Caveats: []string{"one split"}, Variants: []document.Variant{{Name: "text", Outcome: wording.Holds}},
		Earlier: []document.Dated{{Since: "2026-11-26", Outcome: wording.CannotTell}},
	}}
	got := ReadingRow(claimFact(read(t, reporttest.Synthetic("paper", 10)), o).Readings[0])
	want := []document.Marked{"in error: test error of B less that of A", "within ±0.01", "0.0020", "[-0.0010, 0.0050] over 10 repeats", "1, 2, 1", "**holds in part**", "one split; text: holds; earlier (2026-11-26): cannot tell"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
