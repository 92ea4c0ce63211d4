// Package format writes a document: as Markdown and as a part of a page in HTML, its tables
// also as CSV and for a terminal. It sees no records.
package format

import (
	"bytes"
	"fmt"
	"strings"

	"gpcbench/report/document"
)

// Markdown writes a document as GitHub's Markdown. [document.Data] lies in files beside it, of which
// it says nothing: in a repository they are not.
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
			fmt.Fprintf(&w, "    %s\n\n", document.Visible(b.Text))
		case document.Image:
			fmt.Fprintf(&w, "![%s](%s.svg)\n\n", b.Text, b.Name)
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
		fmt.Fprintf(w, " %s |", text)
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
	for _, m := range r.Metrics {
		fmt.Fprintf(w, "**%s**\n\n", document.Escape(m.Title))
		t := document.Table{Head: document.EscapeAll(append([]string{r.RowTitle}, r.Columns...))}
		for _, row := range m.Rows {
			line, paper, any := []document.Marked{document.Escape(row.Name)}, []document.Marked{"*paper*"}, false
			for _, c := range row.Cells {
				line, paper, any = append(line, markdownCell(c)), append(paper, document.Escape(c.Paper)), any || c.Paper != ""
			}
			t.Rows = append(t.Rows, line)
			if any {
				t.Rows = append(t.Rows, paper)
			}
		}
		markdownTable(w, t)
		if said := legend(m); said != "" {
			fmt.Fprintf(w, "%s\n\n", said)
		}
	}
}

func markdownCell(c document.Cell) document.Marked {
	value := document.Escape(c.Value)
	if c.Best {
		value = "**" + value + "**"
	}
	if c.Spread != "" {
		value += document.Text(" ± %s", c.Spread)
	}
	if sign, ok := ofVerdict(c.Verdict); ok {
		value += document.Marked(" " + sign)
	} else if c.Verdict != "" {
		value += document.Text(" (%s)", c.Verdict)
	}
	if c.Count != "" {
		value += document.Text(", %s", c.Count)
	}
	return value
}
