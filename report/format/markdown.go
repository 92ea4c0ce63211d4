// Package format writes a document: as Markdown and as a part of a page in HTML, its tables
// also as LaTeX, CSV and for a terminal. It sees no records.
package format

import (
	"bytes"
	"fmt"
	"strings"

	"gpcbench/report/document"
)

// Markdown writes a document as GitHub's Markdown. [document.Data] lies in files beside it, to
// which it does not link: in a repository they are not.
func Markdown(d document.Document) []byte {
	var w bytes.Buffer
	for _, b := range d.Blocks {
		switch b := b.(type) {
		case document.Heading:
			fmt.Fprintf(&w, "%s %s\n\n", strings.Repeat("#", b.Level), b.Text)
		case document.Paragraph:
			fmt.Fprintf(&w, "%s\n\n", b.Text)
		case document.List:
			for _, item := range b.Items {
				fmt.Fprintf(&w, "- %s\n", item)
			}
			w.WriteString("\n")
		case document.Table:
			markdownTable(&w, b)
		case document.Results:
			markdownResults(&w, b)
		case document.Code:
			fmt.Fprintf(&w, "    %s\n\n", b.Text)
		case document.Image:
			fmt.Fprintf(&w, "![%s](%s.svg)\n\n", b.Text, b.Name)
		case document.Data:
			fmt.Fprintf(&w, "Beside this report, where it was made: `%[1]s.tex`, `%[1]s.csv`.\n\n", b.Name)
		case document.Told:
			w.Write(Markdown(b.Document))
		case document.Folded:
			fmt.Fprintf(&w, "<details><summary>%s</summary>\n\n%s</details>\n\n", b.Summary, Markdown(b.Document))
		}
	}
	return w.Bytes()
}

func markdownTable(w *bytes.Buffer, t document.Table) {
	w.WriteString("|")
	for _, text := range t.Head {
		if text != "" {
			w.WriteString(" " + text)
		}
		w.WriteString(" |")
	}
	fmt.Fprintf(w, "\n|%s\n", strings.Repeat("---|", len(t.Head)))
	for _, row := range t.Rows {
		w.WriteString("|")
		for _, text := range row {
			fmt.Fprintf(w, " %s |", text)
		}
		w.WriteString("\n")
	}
	w.WriteString("\n")
}

// markdownResults writes a table for each metric, the paper's numbers in rows of their own,
// and below it what the marks of its verdicts mean.
func markdownResults(w *bytes.Buffer, r document.Results) {
	head := []string{document.Escape(r.RowTitle)}
	for _, column := range r.Columns {
		head = append(head, document.Escape(column))
	}
	for _, m := range r.Metrics {
		fmt.Fprintf(w, "**%s**\n\n", document.Escape(m.Title))
		t := document.Table{Head: head}
		for _, row := range m.Rows {
			line := []string{document.Escape(row.Name)}
			for _, c := range row.Cells {
				line = append(line, markdownCell(c))
			}
			t.Rows = append(t.Rows, line)
			if numbers, any := paperRow(row); any {
				t.Rows = append(t.Rows, append([]string{"*paper*"}, escaped(numbers)...))
			}
		}
		markdownTable(w, t)
		if said := legend(m, func(m mark) string { return m.text }); said != "" {
			fmt.Fprintf(w, "%s\n\n", said)
		}
	}
}

func markdownCell(c document.Cell) string {
	value := c.Value
	if c.Best {
		value = "**" + value + "**"
	}
	value = c.WithSpread(value)
	if m, ok := ofVerdict(c.Verdict); ok {
		value += " " + m.text
	} else if c.Verdict != "" {
		value += " (" + document.Escape(c.Verdict) + ")"
	}
	if c.Count != "" {
		value += ", " + document.Escape(c.Count)
	}
	return value
}

// escaped is texts without marks.
func escaped(texts []string) []string {
	var out []string
	for _, s := range texts {
		out = append(out, document.Escape(s))
	}
	return out
}
