package report

import (
	"fmt"
	"math"
	"slices"

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
		Heading: heading(b), Caption: caption(b), RowTitle: rowTitle(b), Columns: b.Cols.Values, Compared: b.Published != nil,
		RowKey: b.Rows.Key, ColumnKey: b.Cols.Key, At: b.At,
	}
	for _, m := range b.Blocks {
		of := document.MetricResults{Name: m.Metric, Title: m.Title}
		for i, name := range b.Rows.Values {
			row := document.ResultRow{Name: name}
			for _, e := range m.Entries[i] {
				e.Summary = e.Summary.Shown(m.Metric)
				row.Cells = append(row.Cells, cellOf(b, e))
			}
			of.Rows = append(of.Rows, row)
		}
		out.Metrics = append(out.Metrics, of)
	}
	return out
}

// rowTitle is the head of the first column.
func rowTitle(b *analysis.Table) string {
	switch b.Rows.Key {
	case "dataset":
		return "Data set"
	case "label":
		return "Method"
	case spec.VariantKey:
		return "Variant"
	}
	return b.Rows.Key
}

// cellOf writes an entry of a table.
func cellOf(b *analysis.Table, e analysis.Entry) document.Cell {
	s := e.Summary
	out := document.Cell{Best: e.Best, Worse: e.Verdict != nil && e.Verdict.Verdict == analysis.Worse}
	failed := len(e.Group.Failures)
	switch {
	case s.N > 0:
		d := analysis.Decimals(s)
		out.Value = wording.Fixed(s.Value, d)
		if e.Busy {
			out.Value += document.BusyMark
		}
		if e.HasInterval() {
			out.Interval = "[" + wording.Fixed(s.Low, d) + ", " + wording.Fixed(s.High, d) + "]"
		}
		if x := spread(b, s); !math.IsNaN(x) && e.Published != nil && e.Published.Spread != "" {
			out.Spread = wording.Fixed(x, d)
		}
	case len(e.Group.OK) > 0:
		out.Value = "n/a" // the records do not have this metric
	case failed > 0:
		out.Value = "failed"
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

// spread returns our spread in the meaning of the paper's.
func spread(b *analysis.Table, s analysis.Summary) float64 {
	if b.Published == nil {
		return math.NaN()
	}
	switch b.Published.Spread {
	case analysis.SpreadSD:
		return s.SD
	case analysis.SpreadSE:
		return s.SE
	case analysis.SpreadMedian:
		return 2 * s.SE
	case analysis.SpreadTwoSD:
		return 2 * s.SD
	}
	return math.NaN()
}

// caption says what the numbers of a table mean, as far as it has such numbers.
func caption(b *analysis.Table) string {
	kind := "Mean"
	if b.Summary == "median" {
		kind = "Median"
	}
	c := kind + " over repeats"
	several := b.Has(func(e analysis.Entry) bool { return e.Summary.N > 1 })
	if !several {
		c = "One repeat"
	}
	if several && b.Published != nil {
		switch b.Published.Spread {
		case analysis.SpreadSD:
			c += " ± standard deviation over repeats, as in the paper"
		case analysis.SpreadSE:
			c += " ± standard error, as in the paper"
		case analysis.SpreadMedian:
			c += " ± half the 2 sigma interval, as in the paper"
		case analysis.SpreadTwoSD:
			c += " ± two standard deviations over repeats, as in the paper"
		}
	}
	intervals := b.Has(analysis.Entry.HasInterval)
	deviations := b.Has(func(e analysis.Entry) bool { return cellOf(b, e).Spread != "" })
	single := b.Has(func(e analysis.Entry) bool { return e.Summary.Single && e.HasInterval() })
	switch {
	case intervals && !deviations && single && !several:
		c += ", with the 95% interval over its test rows in brackets"
	case intervals && !deviations:
		c += ", with the 95% interval in brackets"
	}
	if several {
		c += "; " + wording.Plural(b.Repeats, "repeat")
		if b.Has(func(e analysis.Entry) bool { return e.Summary.N > 0 && e.Summary.N != b.Repeats }) {
			c += " unless a cell says otherwise"
		}
	}
	if intervals && deviations {
		c += "; 95% intervals in brackets where there is no deviation, all of them in the CSV file"
	}
	if single && several {
		c += "; where there is one split the interval is over its test rows"
	}
	if slices.Contains(b.Rows.Values, analysis.AverageRow) {
		c += "; the last row is the mean over the data sets, within each repeat"
	}
	c += "."
	if b.Has(func(e analysis.Entry) bool { return e.Best }) {
		c += " The best of a row is bold."
	}
	if b.Has(func(e analysis.Entry) bool { return e.Busy }) {
		c += " " + document.BusyMark + " the machine was busy, and the time is too long."
	}
	return c
}
