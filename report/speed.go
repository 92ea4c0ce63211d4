package report

import "fmt"

// timeRatio is how many times as long one method trains as another, by our
// times and by the paper's.
type timeRatio struct {
	row          string // of the table, and what its block is for
	slow, fast   string // labels; the ratio is the time of slow over that of fast
	ours, papers float64
	busy         bool // one of ours is too long
}

// timeRatios compares the training times of every column with the first one, in
// the rows where the paper has both times and we do.
func (b *table) timeRatios() []timeRatio {
	var out []timeRatio
	if b.cols.key != "label" || b.published == nil {
		return nil
	}
	for _, m := range b.blocks {
		if m.metric != "seconds" {
			continue
		}
		for i, entries := range m.entries {
			row := b.rows.values[i]
			if len(b.at) > 0 {
				row += ", " + describe(b.at)
			}
			for j, e := range entries[1:] {
				ours, papers, ok := e.timesOver(entries[0])
				if ok {
					out = append(out, timeRatio{row, b.cols.values[j+1], b.cols.values[0], ours, papers, e.busy || entries[0].busy})
				}
			}
		}
	}
	return out
}

// timesOver returns the ratio of an entry's time to that of another, ours and
// the paper's; false if one of the four is missing.
func (e entry) timesOver(other entry) (ours, papers float64, ok bool) {
	if e.published == nil || other.published == nil || e.summary.N == 0 || other.summary.N == 0 {
		return 0, 0, false
	}
	slow, isNumber := e.published.Number()
	fast, areNumbers := other.published.Number()
	return e.summary.Value / other.summary.Value, slow / fast, isNumber && areNumbers && fast > 0
}

// timeRatios writes the ratios of training times with the paper's beside them.
func (w *page) timeRatios(blocks []table) {
	var all []timeRatio
	for _, b := range blocks {
		all = append(all, b.timeRatios()...)
	}
	if len(all) == 0 {
		return
	}
	type pair struct{ slow, fast string }
	var pairs []pair
	ours, papers := map[pair]span{}, map[pair]span{}
	for _, r := range all {
		p := pair{r.slow, r.fast}
		if _, seen := ours[p]; !seen {
			pairs = append(pairs, p)
			ours[p], papers[p] = nothing, nothing
		}
		ours[p], papers[p] = ours[p].include(r.ours), papers[p].include(r.papers)
	}
	if variant := blocks[0].variant; variant != "" {
		w.printf("%s ", lead(variant))
	}
	for _, p := range pairs {
		w.printf("%s trains %s times as long as %s; in the paper %s times as long. ", escapeMarkdown(p.slow), ours[p], escapeMarkdown(p.fast), papers[p])
	}
	w.printf("Ratios of the training times above:\n\n| | methods | ours | paper |\n|---|---|---|---|\n")
	for _, r := range all {
		mark := ""
		if r.busy {
			mark = busyMark
		}
		w.printf("| %s | %s / %s | %s%s | %s |\n", escapeMarkdown(r.row), escapeMarkdown(r.slow), escapeMarkdown(r.fast), short(r.ours, 2), mark, short(r.papers, 2))
	}
	w.printf("\n")
}

// String writes a range of ratios: "2.0 to 5.7", or "2.0" if it is one number.
func (s span) String() string {
	low, high := short(s.low, 2), short(s.high, 2)
	if low == high {
		return low
	}
	return fmt.Sprintf("%s to %s", low, high)
}
