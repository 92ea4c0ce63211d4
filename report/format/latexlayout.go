package format

import (
	"slices"
	"unicode/utf8"

	"gpcbench/report/document"
)

// layout is a part of a table of results as LaTeX lays it out.
type layout struct {
	rowTitle string
	columns  []string
	rows     []document.ResultRow
	notes    []string // how often a value was not measured: a letter stands for each
	turned   bool     // rows were columns
}

// Sizes in points, of \small text.
const (
	digit      = 4.63 // wide
	point      = 0.6  // a decimal point, in digits
	sign       = 2.6  // ± with its room, in digits
	raised     = 0.75 // a raised letter, in digits
	between    = 8.0  // columns
	mostWide   = 440.0
	mostAcross = 8 // columns beside the names
)

// layoutsOf lays a table out on the page. One that is too wide is turned, so that its columns
// are rows, if that is narrower, and then split into as few even parts as fit.
func layoutsOf(t document.Results, m document.MetricResults) []layout {
	whole := layout{rowTitle: t.RowTitle, columns: t.Columns, rows: m.Rows, notes: countsOf(m)}
	if whole.fits() {
		return []layout{whole}
	}
	if turned := whole.turn(t.ColumnTitle); turned.width() < whole.width() {
		whole = turned
	}
	for n := 1; n < len(whole.columns); n++ {
		parts := whole.split(n)
		if !slices.ContainsFunc(parts, func(l layout) bool { return !l.fits() }) {
			return parts
		}
	}
	return whole.split(len(whole.columns))
}

func (l layout) fits() bool { return len(l.columns) <= mostAcross && l.width() <= mostWide }

// turn makes rows of columns, under the title of what they are.
func (l layout) turn(title string) layout {
	out := l
	out.rowTitle, out.turned, out.columns, out.rows = title, true, nil, nil
	for _, row := range l.rows {
		out.columns = append(out.columns, row.Name)
	}
	for j, name := range l.columns {
		row := document.ResultRow{Name: name}
		for _, r := range l.rows {
			row.Cells = append(row.Cells, r.Cells[j])
		}
		out.rows = append(out.rows, row)
	}
	return out
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

// width is about how wide a table is set, in points.
func (l layout) width() float64 {
	names := utf8.RuneCountInString(l.rowTitle)
	for _, row := range l.rows {
		names = max(names, utf8.RuneCountInString(row.Name))
	}
	out := digit*float64(names) + between
	for j, name := range l.columns {
		out += digit*max(float64(utf8.RuneCountInString(name)), l.column(j).width()) + between
	}
	return out
}

// column is the room that the numbers of a column need.
type column struct {
	whole, decimals int // digits before and behind the point, of values and deviations
	deviation       int // digits of deviations, as siunitx counts them; 0: there are none
	behind          string
	text            int // letters of the longest cell that is no number
}

// column measures column j.
func (l layout) column(j int) column {
	var out column
	see := func(value, spread string) {
		if finer(spread, value) {
			out.text = max(out.text, utf8.RuneCountInString(value+" ± "+spread))
			return
		}
		if spread != "" {
			out.deviation = max(out.deviation, len(lastDigits(value, spread)))
		}
		out.see(value)
	}
	for _, row := range l.rows {
		c := row.Cells[j]
		see(c.Value, c.Spread)
		if text := l.raisedText(c); width(text) > width(out.behind) {
			out.behind = text
		}
		see(valueAndSpread(c.Paper))
	}
	return out
}

// see makes room for a value.
func (c *column) see(value string) {
	d, ok := decimalsOf(value)
	if !ok {
		c.text = max(c.text, utf8.RuneCountInString(value))
		return
	}
	c.whole, c.decimals = max(c.whole, wholeDigits(value)), max(c.decimals, d)
}

// width is that of the column's numbers, in digits.
func (c column) width() float64 {
	out := point + float64(c.whole+c.decimals)
	if c.deviation > 0 {
		out += sign + point + float64(max(c.deviation, c.decimals+1))
	}
	if c.behind != "" {
		out += point + raised*float64(width(c.behind))
	}
	return max(out, float64(c.text))
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
