package format

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/tw"

	"gpcbench/report/document"
	"gpcbench/wording"
)

// Terminal writes the parts of a document that a terminal shows: the tables of results, and below
// them the [document.Told] parts.
func Terminal(w io.Writer, d document.Document, s Style) error {
	tables, said, best := 0, "", ""
	var captions, told []string
	var err error
	d.Each(func(b document.Block) {
		switch b := b.(type) {
		case document.Results:
			if tables++; tables > 1 {
				fmt.Fprintln(w)
			}
			captions, best = append(captions, meaning(b.Caption)), cmp.Or(best, b.Best)
			said += b.Caption
			err = cmp.Or(err, terminalTable(w, b, s))
		case document.Told:
			told = append(told, s.toldLines(b.Document)...)
		}
	})
	slices.Sort(captions)
	for _, caption := range slices.Compact(captions) {
		fmt.Fprintln(w, s.told(caption))
	}
	if tables > 0 {
		fmt.Fprintln(w, s.told("* marks the best of a row"+best+"."))
	}
	for _, mark := range document.Marks {
		if strings.Contains(said, mark.Sign) {
			fmt.Fprintln(w, s.told(mark.Sign+" "+mark.Means))
		}
	}
	for _, line := range told {
		fmt.Fprintln(w, line)
	}
	return err
}

// meaning is the part of a caption that explains the numbers of its table, without the part on marks.
func meaning(caption string) string {
	for _, mark := range document.Marks {
		caption, _, _ = strings.Cut(caption, " "+mark.Sign)
	}
	return caption
}

// told is a line of text for the terminal, folded to its width.
func (s Style) told(line string) string {
	line = s.Plain(line)
	if s.Width == 0 {
		return line
	}
	text, item := strings.CutPrefix(line, "- ")
	if !item {
		return strings.Join(Fold(line, s.Width), "\n")
	}
	return "- " + strings.Join(Fold(text, s.Width-2), "\n  ")
}

// toldLines are the texts of a part without their marks, a line each; commands stay whole.
func (s Style) toldLines(d document.Document) []string {
	var lines []string
	tell := func(more ...string) {
		for _, line := range more {
			lines = append(lines, s.told(line))
		}
	}
	d.Each(func(b document.Block) {
		switch b := b.(type) {
		case document.Paragraph:
			tell(unmarked(b.Text))
		case document.Code:
			lines = append(lines, s.Plain(b.Text))
		case document.List:
			for _, item := range b.Items {
				tell("- " + unmarked(item))
			}
		case document.Table:
			tell(toldRows(b)...)
		}
	})
	return lines
}

// toldRows are the rows of a table, a line each: what is not empty, with the head of its column.
func toldRows(t document.Table) []string {
	lines := []string{wording.Capital(unmarked(t.Head[0])) + ":"}
	for _, row := range t.Rows {
		var parts []string
		for i, cell := range row[1:] {
			if cell != "" {
				parts = append(parts, unmarked(cell)+" "+unmarked(t.Head[i+1]))
			}
		}
		lines = append(lines, "- "+unmarked(row[0])+": "+strings.Join(parts, ", "))
	}
	return lines
}

// terminalTable writes tables, one for each metric. A table that is too wide has its names
// folded; one that still is comes in parts, of some columns each. No number is cut.
func terminalTable(w io.Writer, t document.Results, s Style) error {
	fmt.Fprintln(w, s.Plain(t.Heading))
	for _, m := range t.Metrics {
		fmt.Fprintln(w, s.Plain(m.Title))
		columns := columnsOf(t, m, s)
		parts := [][]cells{columns}
		if s.Width > 0 && width(columns) > s.Width {
			foldNames(columns, s.Width/4)
			parts = partsOf(columns, s.Width)
		}
		for _, part := range parts {
			if err := writeColumns(w, part, slices.ContainsFunc(columns, cells.ofLines), s); err != nil {
				return fmt.Errorf("table for the terminal: %w", err)
			}
		}
	}
	return nil
}

// cells are those of a column, the head first. A cell is some lines.
type cells []string

// ofLines says whether a cell below the head has several lines.
func (c cells) ofLines() bool {
	return slices.ContainsFunc(c[1:], func(cell string) bool { return strings.Contains(cell, "\n") })
}

// widest is the number of terminal columns that cells take.
func (c cells) widest() int {
	n := 0
	for _, cell := range c {
		for line := range strings.SplitSeq(cell, "\n") {
			n = max(n, twwidth.Width(line))
		}
	}
	return n
}

// columnsOf returns the columns of a table, that of the names first.
func columnsOf(t document.Results, m document.MetricResults, s Style) []cells {
	out := []cells{{t.RowTitle}}
	for _, name := range t.Columns {
		out = append(out, cells{name})
	}
	for _, row := range m.Rows {
		out[0] = append(out[0], row.Name)
		for j, c := range row.Cells {
			if c.Best {
				c.Value += "*"
			}
			var lines []string
			for _, line := range append([]string{c.WithSpread()}, c.Below()...) {
				lines = append(lines, s.Plain(line))
			}
			out[j+1] = append(out[j+1], strings.Join(lines, "\n"))
		}
	}
	return out
}

// foldNames folds the names of rows to at most so many terminal columns, and the names of columns to
// the width of the cells below them.
func foldNames(columns []cells, most int) {
	const least = 8 // a name in fewer columns cannot be read
	folded := func(name string, width int) string { return strings.Join(Fold(name, max(least, width)), "\n") }
	for i, name := range columns[0] {
		columns[0][i] = folded(name, most)
	}
	for _, c := range columns[1:] {
		c[0] = folded(c[0], c[1:].widest())
	}
}

// partsOf splits columns into as few parts as possible that fit the terminal. Each part repeats the names of the rows.
func partsOf(columns []cells, most int) [][]cells {
	out := [][]cells{{columns[0]}}
	for _, c := range columns[1:] {
		last := len(out) - 1
		wider := slices.Concat(out[last], []cells{c})
		if len(wider) > 2 && width(wider) > most {
			out = append(out, []cells{columns[0], c})
			continue
		}
		out[last] = wider
	}
	return out
}

// width is that of columns as they are written: a cell has a blank on both sides, and a line between it and the next.
func width(columns []cells) int {
	n := 1
	for _, c := range columns {
		n += c.widest() + 3
	}
	return n
}

// writeColumns writes a part of a table, with lines between rows where these are apart.
func writeColumns(w io.Writer, columns []cells, apart bool, s Style) error {
	look := tw.Rendition{}
	look.Settings.Separators.BetweenRows = tw.Off
	if apart {
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
	for i := range columns[0] {
		var line []string
		for _, c := range columns {
			line = append(line, c[i])
		}
		if i == 0 {
			out.Header(line)
		} else if err := out.Append(line); err != nil {
			return err
		}
	}
	return out.Render()
}
