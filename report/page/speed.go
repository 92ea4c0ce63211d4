package page

import (
	"fmt"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// timeRatios writes the ratios of training times with the paper's beside them.
func timeRatios(d *document.Document, blocks []replication.Table) {
	var all []replication.TimeRatio
	for _, b := range blocks {
		all = append(all, b.TimeRatios()...)
	}
	if len(all) == 0 {
		return
	}
	type pair struct{ slow, fast string }
	var pairs []pair
	ours, papers := map[pair]analysis.Span{}, map[pair]analysis.Span{}
	for _, r := range all {
		p := pair{r.Slow, r.Fast}
		if _, seen := ours[p]; !seen {
			pairs = append(pairs, p)
			ours[p], papers[p] = analysis.Nothing, analysis.Nothing
		}
		ours[p], papers[p] = ours[p].Include(r.Ours), papers[p].Include(r.Papers)
	}
	said := ""
	if variant := blocks[0].Variant; variant != "" {
		said = lead(variant) + " "
	}
	for _, p := range pairs {
		said += fmt.Sprintf("%s trains %s times as long as %s; in the paper %s times as long. ", document.Escape(p.slow), ours[p], document.Escape(p.fast), papers[p])
	}
	d.Paragraph("%sRatios of the training times above:", said)
	t := document.Table{Head: []string{"", "methods", "ours", "paper"}}
	for _, r := range all {
		mark := ""
		if r.Busy {
			mark = document.BusyMark
		}
		t.Rows = append(t.Rows, []string{
			document.Escape(r.Row), document.Escape(r.Slow) + " / " + document.Escape(r.Fast), wording.Short(r.Ours, 2) + mark, wording.Short(r.Papers, 2),
		})
	}
	d.Add(t)
}
