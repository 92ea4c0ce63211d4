package format

import (
	"slices"

	"gpcbench/report/document"
)

// layout is a part of a table of results as LaTeX lays it out.
type layout struct {
	rowTitle string
	columns  []string
	rows     []document.ResultRow
	notes    []string // how often a value was not measured: a letter stands for each
}

// layoutsOf lays a table out on the page: one of more columns than the page has room for is split
// into as few even parts as do.
func layoutsOf(t document.Results, m document.MetricResults) []layout {
	const most = 5 // columns beside the names, of values with deviations and marks
	whole := layout{rowTitle: t.RowTitle, columns: t.Columns, rows: m.Rows, notes: countsOf(m)}
	return whole.split(max(1, (len(whole.columns)+most-1)/most))
}

// split returns n parts, of as many columns each as the others or one fewer.
func (l layout) split(n int) []layout {
	var out []layout
	for i := range n {
		from, to := i*len(l.columns)/n, (i+1)*len(l.columns)/n
		part := l
		part.columns, part.rows = l.columns[from:to], nil
		for _, row := range l.rows {
			part.rows = append(part.rows, document.ResultRow{Name: row.Name, Cells: row.Cells[from:to]})
		}
		out = append(out, part)
	}
	return out
}

// column is the room that the numbers of a column need.
type column struct {
	whole, decimals int // digits before and behind the point, of values and deviations
	deviation       int // digits of deviations, as siunitx counts them; 0: there are none
	behind          string
}

// column measures column j.
func (l layout) column(j int) column {
	var out column
	see := func(value, spread string) {
		decimals, number := decimalsOf(value)
		if !number || finer(spread, value) {
			return
		}
		out.whole, out.decimals = max(out.whole, wholeDigits(value)), max(out.decimals, decimals)
		if spread != "" {
			out.deviation = max(out.deviation, len(lastDigits(value, spread)))
		}
	}
	for _, row := range l.rows {
		c := row.Cells[j]
		see(c.Value, c.Spread)
		if text := l.raisedText(c); len(text) > len(out.behind) {
			out.behind = text
		}
		see(valueAndSpread(c.Paper))
	}
	return out
}

// countsOf returns how often values of a table were not measured, each once.
func countsOf(m document.MetricResults) []string {
	var out []string
	for _, row := range m.Rows {
		for _, c := range row.Cells {
			if c.Count != "" && !slices.Contains(out, c.Count) {
				out = append(out, c.Count)
			}
		}
	}
	return out
}
