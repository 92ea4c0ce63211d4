package format

import (
	"bytes"
	"fmt"

	"gpcbench/report/document"
)

// ReportFile is the report itself in the folder of its files.
const ReportFile = "report.md"

// MostBytes is the length of a page that a reader opens: of a longer report the longest sections
// lie on pages of their own.
const MostBytes = 60 << 10

// MarkdownFile is one page of a document.
type MarkdownFile struct {
	Name string
	Text []byte
}

// Pages writes a document as Markdown, [ReportFile] first. Where that were longer than [MostBytes],
// its longest sections lie beside it, and their headings lead there.
func Pages(d document.Document) []MarkdownFile {
	sections := sectionsOf(d)
	texts, total := make([][]byte, len(sections)), 0
	for i, s := range sections {
		texts[i] = Markdown(s)
		total += len(texts[i])
	}
	files := []MarkdownFile{{Name: ReportFile}}
	for total > MostBytes && len(files) < len(sections) {
		longest := 1
		for i := range sections {
			if i > 0 && len(texts[i]) > len(texts[longest]) {
				longest = i
			}
		}
		name := fmt.Sprintf("report-%d.md", len(files)+1)
		heading := sections[longest].Blocks[0].(document.Heading).Text
		apart := Markdown(document.Document{Blocks: []document.Block{
			document.Heading{Level: 1, Text: heading}, document.Paragraph{Text: fmt.Sprintf("A part of [the report](%s).", ReportFile)},
		}})
		_, below, _ := bytes.Cut(texts[longest], []byte("\n\n"))
		below = bytes.ReplaceAll(below, []byte("](#"), []byte("]("+ReportFile+"#"))
		files = append(files, MarkdownFile{name, append(apart, below...)})
		stub := fmt.Appendf(nil, "## %s\n\n[On a page of its own](%s), of %d KB.\n\n", heading, name, (len(below)+512)/1024)
		total += len(stub) - len(texts[longest])
		texts[longest] = stub
	}
	files[0].Text = bytes.Join(texts, nil)
	return files
}

// sectionsOf divides a document before its headings of level 2; the first part is what stands above
// them all.
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
