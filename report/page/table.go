package page

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

// heading is the title with what the block is for.
func heading(b *replication.Table) string {
	text := b.Title
	if b.Variant != "" {
		text += ", " + b.Variant
	}
	if len(b.At) > 0 {
		text += ": " + analysis.Describe(b.At)
	}
	return text
}

// blankRows returns the rows in which no block has a fit, not even a failed one, or a number of
// a paper, and those of them whose data are here. Where all rows are blank there is nothing else
// to show, and it returns none.
func blankRows(blocks []replication.Table) (blank map[string]bool, waiting []string) {
	shown, here := map[string]bool{}, map[string]bool{}
	for _, b := range blocks {
		for _, m := range b.Blocks {
			for i, name := range b.Rows.Values {
				for _, e := range m.Entries[i] {
					shown[name] = shown[name] || tried(e) || e.Summary.N > 0 || e.Published != nil
					here[name] = here[name] || !e.NoData
				}
			}
		}
	}
	if !slices.Contains(slices.Collect(maps.Values(shown)), true) {
		return nil, nil
	}
	blank = map[string]bool{}
	for _, b := range blocks {
		for _, name := range b.Rows.Values {
			if !shown[name] && here[name] && !blank[name] {
				waiting = append(waiting, name)
			}
			blank[name] = !shown[name]
		}
	}
	return blank, waiting
}

// resultsOf returns what a table says, without the rows that are blank.
func resultsOf(b *replication.Table, blank map[string]bool) document.Results {
	out := document.Results{
		Heading: document.Visible(heading(b)), RowTitle: title(b.Rows.Key), Columns: visible(b.Cols.Values),
		RowKey: b.Rows.Key, ColumnKey: b.Cols.Key, At: b.At,
	}
	for _, m := range b.Blocks {
		if neverOf(m) != "" {
			continue
		}
		of := document.MetricResults{Name: m.Metric, Title: m.Title}
		for i, name := range b.Rows.Values {
			if blank[name] || lacks(m.Entries[i]) && !lacks(slices.Concat(m.Entries...)) {
				continue
			}
			row := document.ResultRow{Name: document.Visible(name)}
			digits := rowDecimals(b, m.Metric, m.Entries[i])
			for _, e := range m.Entries[i] {
				e.Summary = e.Summary.Shown(m.Metric)
				row.Cells = append(row.Cells, cellOf(b, m.Metric, e, digits))
			}
			of.Rows = append(of.Rows, row)
		}
		out.Metrics = append(out.Metrics, of)
	}
	return out
}

// lacks says whether fits are there, but none with the metric: R-hat of a method that is no sampler.
func lacks(entries []replication.Entry) bool {
	done := slices.ContainsFunc(entries, func(e replication.Entry) bool { return e.Group.Done > 0 })
	return done && !slices.ContainsFunc(entries, func(e replication.Entry) bool {
		return e.Summary.N > 0 || len(e.Group.Failures) > 0 || e.Published != nil
	})
}

// visible is names as they can be shown.
func visible(names []string) []string {
	var out []string
	for _, name := range names {
		out = append(out, document.Visible(name))
	}
	return out
}

// neverOf is the sentence that says a metric is 0 in every cell, empty if it is not or has none.
func neverOf(m replication.MetricBlock) string {
	some := false
	for _, e := range slices.Concat(m.Entries...) {
		if e.Summary.N > 0 && e.Summary.Value != 0 {
			return ""
		}
		some = some || e.Summary.N > 0
	}
	if !some {
		return ""
	}
	return metrics.Get(m.Metric).Never
}

// titles are the heads of rows or columns of coordinates; others have the name of their key.
var titles = map[string]string{spec.DatasetKey: "Data set", spec.LabelKey: "Method", spec.VariantKey: "Variant"}

func title(key string) string { return cmp.Or(titles[key], key) }

// costDigits is the most digits that a cost is worth: 10.00 s, and not 10.001372.
const costDigits = 4

// decimals is how many decimals a table has of a summary.
func decimals(metric string, s analysis.Summary) int {
	d := analysis.Decimals(s)
	if metrics.Get(metric).Cost && s.Value != 0 {
		d = min(d, max(costDigits-1-int(math.Floor(math.Log10(math.Abs(s.Value)))), 0))
	}
	return d
}

// rowDecimals is how many decimals all values of a row have, about the fewest that any would have alone; -1 where
// each has its own: costs, and values beside those of a paper.
func rowDecimals(b *replication.Table, metric string, row []replication.Entry) int {
	if b.Published != nil || metrics.Get(metric).Cost {
		return -1
	}
	var all []int
	for _, e := range row {
		if s := e.Summary.Shown(metric); s.N > 0 {
			all = append(all, decimals(metric, s))
		}
	}
	if len(all) == 0 {
		return -1
	}
	slices.Sort(all)
	return max(all[0], all[(len(all)-1)/2]-1) // one value that is hardly known does not blur the others
}

// cellOf writes an entry of a table of a metric; digits are its decimals, -1 for its own.
func cellOf(b *replication.Table, metric string, e replication.Entry, digits int) document.Cell {
	out := document.Cell{Best: e.Best, Value: absent(e), Count: countText(b, e), Paper: paperText(e.Published)}
	if e.Summary.N > 0 {
		out.Value, out.Spread, out.Interval = valueText(b, metric, e, digits)
	}
	if v := e.Verdict; v != nil {
		out.Note, out.Verdict = v.Note, verdictText(*v)
		if v.Tolerance != nil {
			out.Tolerance = wording.Short(*v.Tolerance, 2)
		}
	}
	if out.Verdict == out.Value { // it is said once
		out.Verdict = ""
	}
	return out
}

// valueText writes the value of an entry, with its spread (after ±) and its interval if it has them.
func valueText(b *replication.Table, metric string, e replication.Entry, digits int) (value, plusMinus, interval string) {
	s, d := e.Summary, digits
	if d < 0 {
		d = decimals(metric, s)
	}
	value = wording.Fixed(s.Value, d)
	if s.Value != 0 && strings.Trim(value, "-0.") == "" { // 1.1e-13, and not 0.000000
		value = wording.Short(s.Value, 2)
	}
	for _, mark := range document.Marks {
		if follows(mark, e) {
			value += mark.Sign
		}
	}
	if hasSpread(b, e) {
		x, _ := spread(b, s)
		plusMinus = wording.Fixed(x, d)
	}
	if e.HasInterval() {
		interval = "[" + wording.Fixed(s.Low, d) + ", " + wording.Fixed(s.High, d) + "]"
	}
	return value, plusMinus, interval
}

// follows says whether a mark follows the value of an entry.
func follows(mark document.Mark, e replication.Entry) bool {
	return mark == document.BusyMark && e.Busy || mark == document.SharesMark && e.WorseThanShares || mark == document.UnfinishedMark && e.Unfinished
}

// absent says why an entry has no value.
func absent(e replication.Entry) string {
	switch {
	case e.Group.Done > 0:
		return "n/a" // the records do not have this metric
	case len(e.Group.Failures) > 0:
		return wording.FailedCell
	case e.NoData:
		return wording.NoData
	case e.Group.Planned > e.Group.Done:
		return wording.NotRun
	}
	return "–"
}

// countText says how many repeats a value is over if that is not the usual number.
func countText(b *replication.Table, e replication.Entry) string {
	var parts []string
	if n := e.Summary.Seeds; n > 0 {
		parts = append(parts, wording.Plural(n, "seed"))
	} else if n := e.Summary.N; n > 0 && n != b.Repeats {
		parts = append(parts, wording.Plural(n, "repeat"))
	}
	if failed := len(e.Group.Failures); failed > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d failed", failed, e.Group.Planned))
	}
	return strings.Join(parts, ", ")
}

// paperText writes a published number as printed, empty where there is none.
func paperText(v *replication.PublishedValue) string {
	switch {
	case v == nil:
		return ""
	case v.Spread == "":
		return v.Value
	}
	return v.Value + " ± " + v.Spread
}

// verdictText writes a verdict, or the ratio that replaces it.
func verdictText(v replication.Verdict) string {
	if v.Ratio != nil {
		return "ratio " + wording.Short(*v.Ratio, 2)
	}
	return v.Verdict
}
