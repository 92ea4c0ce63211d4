package format

import (
	"bytes"
	"fmt"
	"slices"

	"gpcbench/report/document"
)

// ReportFile is the report itself in the folder of its files.
const ReportFile = "report.md"

// MostBytes is the largest size of a page that a reader opens. Sections of a longer report move to separate pages.
const MostBytes = 60 << 10

// MarkdownFile is one page of a document.
type MarkdownFile struct {
	Name string
	Text []byte
}

// Pages writes a document as Markdown, [ReportFile] first. If that would exceed [MostBytes], its longest
// sections move to further pages, unfolded, and their headings link there; the first section moves only if it
// has half of that size. If a section is itself too long, each of its pages links to the next.
func Pages(d document.Document) []MarkdownFile {
	sections := sectionsOf(d)
	texts, total := make([][]byte, len(sections)), 0
	for i, s := range sections {
		texts[i] = Markdown(s)
		total += len(texts[i])
	}
	files := []MarkdownFile{{Name: ReportFile}}
	for moved := 1; total > MostBytes && moved < len(sections); moved++ {
		longest := 1
		if len(texts[1]) < MostBytes/2 && len(sections) > 2 {
			longest = 2 // the first section has the answer, and stays
		}
		for i := longest; i < len(sections); i++ {
			if len(texts[i]) > len(texts[longest]) {
				longest = i
			}
		}
		heading := sections[longest].Blocks[0].(document.Heading).Text
		first := nameOf(len(files) + 1)
		files = append(files, pagesOf(heading, sections[longest].Blocks[1:], len(files)+1)...)
		stub := fmt.Appendf(nil, "## %s\n\n[On a page of its own](%s), of %d KB.\n\n", heading, first, (len(texts[longest])+512)/1024)
		total += len(stub) - len(texts[longest])
		texts[longest] = stub
	}
	files[0].Text = bytes.Join(texts, nil)
	return files
}

// nameOf is the file of the n-th page.
func nameOf(n int) string { return fmt.Sprintf("report-%d.md", n) }

// pagesOf writes a section as pages from the n-th on.
func pagesOf(heading document.Marked, blocks []document.Block, n int) []MarkdownFile {
	const room = 200 // for the line that leads to the next page
	begin := fmt.Appendf(nil, "# %s\n\nA part of [the report](%s).\n\n", heading, ReportFile)
	var files []MarkdownFile
	text := begin
	for _, b := range opened(blocks) {
		more := Markdown(document.Document{Blocks: []document.Block{b}})
		more = bytes.ReplaceAll(more, []byte("](#"), []byte("]("+ReportFile+"#"))
		if len(text) > len(begin) && len(text)+len(more) > MostBytes-room {
			text = fmt.Appendf(text, "[The next part](%s).\n", nameOf(n+1))
			files = append(files, MarkdownFile{nameOf(n), text})
			n, text = n+1, begin
		}
		text = append(text[:len(text):len(text)], more...)
	}
	return append(files, MarkdownFile{nameOf(n), text})
}

// rowsBelowHead is how many rows follow each table head on a separate page.
const rowsBelowHead = 200

// opened is blocks without what folds them, and with long tables in parts.
func opened(blocks []document.Block) []document.Block {
	var out []document.Block
	for _, b := range blocks {
		switch b := b.(type) {
		case document.Folded:
			out = append(out, document.Paragraph{Text: "**" + b.Summary + "**"})
			out = append(out, opened(b.Blocks)...)
		case document.Table:
			for rows := range slices.Chunk(b.Rows, rowsBelowHead) {
				out = append(out, document.Table{Head: b.Head, Rows: rows})
			}
		default:
			out = append(out, b)
		}
	}
	return out
}

// sectionsOf divides a document before its headings of level 2; the first part is everything above them.
func sectionsOf(d document.Document) []document.Document {
	out := make([]document.Document, 1)
	for _, b := range d.Blocks {
		if h, ok := b.(document.Heading); ok && h.Level == 2 {
			out = append(out, document.Document{})
		}
		out[len(out)-1].Add(b)
	}
	return out
}
