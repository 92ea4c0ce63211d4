package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// heading is the title with what the block is for.
func heading(b *analysis.Table) string {
	text := b.Title
	if b.Variant != "" {
		text += ", " + b.Variant
	}
	if len(b.At) > 0 {
		text += ": " + analysis.Describe(b.At)
	}
	return text
}

// resultsOf returns what a table says.
func resultsOf(b *analysis.Table) document.Results {
	out := document.Results{
		Heading: heading(b), RowTitle: title(b.Rows.Key), ColumnTitle: title(b.Cols.Key), Columns: b.Cols.Values, Compared: b.Published != nil,
		RowKey: b.Rows.Key, ColumnKey: b.Cols.Key, At: b.At,
	}
	for _, m := range b.Blocks {
		if neverOf(m) != "" {
			continue
		}
		of := document.MetricResults{Name: m.Metric, Title: m.Title, Caption: caption(ofMetric(b, m))}
		for i, name := range b.Rows.Values {
			row := document.ResultRow{Name: name}
			for _, e := range m.Entries[i] {
				e.Summary = e.Summary.Shown(m.Metric)
				row.Cells = append(row.Cells, cellOf(b, m.Metric, e))
			}
			of.Rows = append(of.Rows, row)
		}
		out.Metrics = append(out.Metrics, of)
	}
	return out
}

// neverOf is the sentence that says a metric is 0 in every cell, empty if it is not or has none.
func neverOf(m analysis.MetricBlock) string {
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

// title is the head of rows or columns of a coordinate.
func title(key string) string {
	switch key {
	case "dataset":
		return "Data set"
	case "label":
		return "Method"
	case spec.VariantKey:
		return "Variant"
	}
	return key
}

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

// cellOf writes an entry of a table of a metric.
func cellOf(b *analysis.Table, metric string, e analysis.Entry) document.Cell {
	s := e.Summary
	out := document.Cell{Best: e.Best, Worse: e.Verdict != nil && e.Verdict.Verdict == analysis.Worse}
	failed := len(e.Group.Failures)
	switch {
	case s.N > 0:
		d := decimals(metric, s)
		out.Value = wording.Fixed(s.Value, d)
		if s.Value != 0 && strings.Trim(out.Value, "-0.") == "" { // 1.1e-13, and not 0.000000
			out.Value = wording.Short(s.Value, 2)
		}
		if e.Busy {
			out.Value += document.BusyMark
		}
		if e.HasInterval() {
			out.Interval = "[" + wording.Fixed(s.Low, d) + ", " + wording.Fixed(s.High, d) + "]"
		}
		if hasSpread(b, e) {
			out.Spread = wording.Fixed(spread(b, s), d)
		}
	case len(e.Group.OK) > 0:
		out.Value = "n/a" // the records do not have this metric
	case failed > 0:
		out.Value = analysis.FailedCell
	case e.NoData:
		out.Value = analysis.NoData
	case e.Group.Planned > len(e.Group.OK):
		out.Value = analysis.NotRun
	default:
		out.Value = "–"
	}
	if s.N > 0 && s.N != b.Repeats {
		out.Count = wording.Plural(s.N, "repeat")
	}
	if failed > 0 {
		if out.Count != "" {
			out.Count += ", "
		}
		out.Count += fmt.Sprintf("%d of %d failed", failed, e.Group.Planned)
	}
	if e.Published != nil {
		out.Paper = e.Published.Value
		if e.Published.Spread != "" {
			out.Paper += " ± " + e.Published.Spread
		}
	}
	if v := e.Verdict; v != nil {
		out.Note = v.Note
		if v.Tolerance != nil {
			out.Tolerance = wording.Short(*v.Tolerance, 2)
		}
		switch {
		case v.Ratio != nil:
			out.Verdict = "ratio " + wording.Short(*v.Ratio, 2)
		case v.Verdict != out.Value:
			out.Verdict = v.Verdict
		}
	}
	return out
}
