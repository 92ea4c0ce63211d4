package format

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"

	"gpcbench/report/document"
)

// Terminal writes what a terminal shows of a document: the tables of results, and below
// them the parts that it is told.
func Terminal(w io.Writer, d document.Document, s Style) error {
	tables, busy := 0, false
	var told []string
	var floors string
	var err error
	d.Each(func(b document.Block) {
		switch b := b.(type) {
		case document.Results:
			if tables++; tables > 1 {
				fmt.Fprintln(w)
			}
			if len(b.Floors) > 0 {
				floors = ", " + strings.Join(b.Floors, ", ") + " apart"
			}
			busy = busy || slices.ContainsFunc(b.Metrics, func(m document.MetricResults) bool { return strings.Contains(m.Caption, document.BusyMark) })
			err = cmp.Or(err, terminalTable(w, b, s))
		case document.Told:
			told = append(told, toldLines(b.Document)...)
		}
	})
	if tables > 0 {
		fmt.Fprintln(w, s.told("mean or median over repeats ± standard deviation, or as in the paper; one split ± standard error over its test rows; * is the best of its row"+floors))
	}
	if busy {
		fmt.Fprintln(w, s.told(document.BusyMark+" the machine was busy, and the time is too long"))
	}
	for _, line := range told {
		fmt.Fprintln(w, s.told(line))
	}
	return err
}

// told is a line of what the terminal is told, folded to its width.
func (s Style) told(line string) string {
	line = s.Plain(line)
	if s.Width == 0 {
		return line
	}
	text, item := strings.CutPrefix(line, "- ")
	if !item {
		return strings.Join(fold(line, s.Width), "\n")
	}
	return "- " + strings.Join(fold(text, s.Width-2), "\n  ")
}

// toldLines are the texts of a part without their marks, a line each.
func toldLines(d document.Document) []string {
	var lines []string
	d.Each(func(b document.Block) {
		switch b := b.(type) {
		case document.Paragraph:
			lines = append(lines, unmarked(b.Text))
		case document.List:
			for _, item := range b.Items {
				lines = append(lines, "- "+unmarked(item))
			}
		}
	})
	return lines
}

// terminalTable writes tables, one for each metric. A table that is too wide has its names
// folded; one that still is comes in parts, of some columns each. No number is cut.
func terminalTable(w io.Writer, t document.Results, s Style) error {
	fmt.Fprintf(w, "%s\n", s.Plain(t.Heading))
	for _, m := range t.Metrics {
		fmt.Fprintf(w, "%s\n", s.Plain(m.Title))
		for _, part := range gridsOf(t, m, s) {
			if err := part.write(w, s); err != nil {
				return fmt.Errorf("table for the terminal: %w", err)
			}
		}
	}
	return nil
}

// grid is a table as columns of cells, the head first. A cell is some lines.
type grid struct {
	columns [][][]string
	apart   bool // a line between rows
}

// gridsOf lays a table out in the terminal's width.
func gridsOf(t document.Results, m document.MetricResults, s Style) []grid {
	whole := gridOf(t, m, s)
	if s.Width == 0 || whole.width() <= s.Width {
		return []grid{whole}
	}
	folded := gridOf(t, m, s)
	folded.apart = true
	folded.foldNames(s.Width / 4)
	return folded.parts(s.Width)
}

// gridOf lays a table out as wide as it is.
func gridOf(t document.Results, m document.MetricResults, s Style) grid {
	g := grid{columns: make([][][]string, len(t.Columns)+1), apart: t.Compared}
	add := func(column int, text string) {
		g.columns[column] = append(g.columns[column], strings.Split(text, "\n"))
	}
	add(0, t.RowTitle)
	for j, name := range t.Columns {
		add(j+1, name)
	}
	for _, row := range m.Rows {
		add(0, row.Name)
		for j, c := range row.Cells {
			if c.Best {
				c.Value += "*"
			}
			add(j+1, s.Plain(strings.Join(append([]string{c.WithSpread(c.Value)}, c.Below()...), "\n")))
		}
	}
	return g
}

// foldNames folds the names of rows to so many columns, and those of columns to what stands
// below them.
func (g *grid) foldNames(columns int) {
	const least = 8 // a name in fewer columns cannot be read
	for i, name := range g.columns[0] {
		g.columns[0][i] = fold(strings.Join(name, " "), max(columns, least))
	}
	for _, column := range g.columns[1:] {
		below := least
		for _, cell := range column[1:] {
			below = max(below, widest(cell))
		}
		column[0] = fold(strings.Join(column[0], " "), below)
	}
}

// parts splits a grid into as few as are not wider than the terminal, each with the names of
// the rows.
func (g grid) parts(width int) []grid {
	var out []grid
	part := grid{columns: g.columns[:1:1], apart: g.apart}
	for _, column := range g.columns[1:] {
		wider := part
		wider.columns = append(part.columns[:len(part.columns):len(part.columns)], column)
		if len(part.columns) > 1 && wider.width() > width {
			out = append(out, part)
			wider.columns = [][][]string{g.columns[0], column}
		}
		part = wider
	}
	return append(out, part)
}

// width is that of the grid as it is written: a cell has a blank on both sides, and a line
// between it and the next.
func (g grid) width() int {
	n := 1
	for _, column := range g.columns {
		in := 0
		for _, cell := range column {
			in = max(in, widest(cell))
		}
		n += in + 3
	}
	return n
}

// write writes the grid.
func (g grid) write(w io.Writer, s Style) error {
	look := tw.Rendition{}
	look.Settings.Separators.BetweenRows = tw.Off
	if g.apart {
		look.Settings.Separators.BetweenRows = tw.On
	}
	if s.ASCII {
		look.Symbols = tw.NewSymbols(tw.StyleASCII)
	}
	out := tablewriter.NewTable(w,
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignment(tw.AlignLeft),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithRendition(look),
	)
	out.Header(g.line(0))
	for i := range g.columns[0][1:] {
		if err := out.Append(g.line(i + 1)); err != nil {
			return err
		}
	}
	return out.Render()
}

// line is one line of cells.
func (g grid) line(i int) []string {
	var out []string
	for _, column := range g.columns {
		out = append(out, strings.Join(column[i], "\n"))
	}
	return out
}
