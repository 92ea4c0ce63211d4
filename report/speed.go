package report

import (
	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// timeRatios writes the ratios of training times with the paper's beside them.
func (w *page) timeRatios(blocks []analysis.Table) {
	var all []analysis.TimeRatio
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
	if variant := blocks[0].Variant; variant != "" {
		w.printf("%s ", lead(variant))
	}
	for _, p := range pairs {
		w.printf("%s trains %s times as long as %s; in the paper %s times as long. ", escapeMarkdown(p.slow), ours[p].String(), escapeMarkdown(p.fast), papers[p].String())
	}
	w.printf("Ratios of the training times above:\n\n| | methods | ours | paper |\n|---|---|---|---|\n")
	for _, r := range all {
		mark := ""
		if r.Busy {
			mark = busyMark
		}
		w.printf("| %s | %s / %s | %s%s | %s |\n", escapeMarkdown(r.Row), escapeMarkdown(r.Slow), escapeMarkdown(r.Fast), wording.Short(r.Ours, 2), mark, wording.Short(r.Papers, 2))
	}
	w.printf("\n")
}
