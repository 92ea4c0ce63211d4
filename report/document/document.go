// Package document is a report as values: headings, paragraphs, lists, tables and
// figures, in the order in which they are read. It knows neither what they were computed
// from nor how they are written; package format writes one document in every format.
package document

import (
	"fmt"
	"regexp"
	"strings"
)

// Document is a report, or a part of one, that grows. Its texts are plain but for four
// marks, those of Markdown: **strong**, *emphasis*, `code` and [links](to). Text from
// elsewhere is escaped first ([Escape]).
type Document struct{ Blocks []Block }

// Block is one of [Heading], [Paragraph], [List], [Table], [Results], [Data], [Code],
// [Image], [Folded] and [Told].
type Block interface{ block() }

// Heading begins a section; Level is 1 for the title of the document.
type Heading struct {
	Level int
	Text  string
}

// Paragraph is a text of some sentences.
type Paragraph struct{ Text string }

// List is texts, one a line.
type List struct{ Items []string }

// Table is texts in rows and columns.
type Table struct {
	Head []string
	Rows [][]string
}

// Code is a command line as it is typed.
type Code struct{ Text string }

// Image is a figure, which lies in files beside the document; Name is theirs without an
// ending.
type Image struct {
	Name, Text string
	Drawing    Drawing
}

// Drawing is what an image shows.
type Drawing interface {
	// Encode draws it in a format: "svg", "png" or "pdf".
	Encode(format string) ([]byte, error)
}

// Folded is a part that a reader opens.
type Folded struct {
	Summary string
	Document
}

// Told is a part that the terminal shows too, below the tables.
type Told struct{ Document }

func (Heading) block()   {}
func (Paragraph) block() {}
func (List) block()      {}
func (Table) block()     {}
func (Results) block()   {}
func (Data) block()      {}
func (Code) block()      {}
func (Image) block()     {}
func (Folded) block()    {}
func (Told) block()      {}

// Add appends blocks.
func (d *Document) Add(blocks ...Block) { d.Blocks = append(d.Blocks, blocks...) }

// Each calls do with every block, in their order; those of a part follow it.
func (d Document) Each(do func(Block)) {
	for _, b := range d.Blocks {
		do(b)
		switch part := b.(type) {
		case Folded:
			part.Each(do)
		case Told:
			part.Each(do)
		}
	}
}

// Heading begins a section.
func (d *Document) Heading(level int, text string) { d.Add(Heading{level, text}) }

// Paragraph adds a text, as fmt.Sprintf writes it.
func (d *Document) Paragraph(format string, args ...any) {
	d.Add(Paragraph{fmt.Sprintf(format, args...)})
}

// Tell adds a text that the terminal shows too.
func (d *Document) Tell(format string, args ...any) {
	var part Document
	part.Paragraph(format, args...)
	d.Add(Told{part})
}

// TellList adds a list that the terminal shows too, unless it is empty.
func (d *Document) TellList(items []string) {
	if len(items) > 0 {
		d.Add(Told{Document{[]Block{List{items}}}})
	}
}

// List adds a list, unless it is empty.
func (d *Document) List(items []string) {
	if len(items) > 0 {
		d.Add(List{items})
	}
}

// Code adds a command line.
func (d *Document) Code(text string) { d.Add(Code{text}) }

// AddLong adds a part, folded where it has more lines than a reader wants to see at once.
func (d *Document) AddLong(part Document, lines, most int, summary string) {
	if lines > most {
		d.Add(Folded{summary, part})
		return
	}
	d.Add(part.Blocks...)
}

// Escape keeps text from being read as marks, in tables too: not of emphasis or code, not as
// HTML, a link, a heading or an item of a list.
func Escape(s string) string { return escape(s, always) }

// EscapeSentence is Escape for sentences, in which an underscore between letters or digits is
// no mark.
func EscapeSentence(s string) string { return escape(s, between) }

var (
	always  = regexp.MustCompile(`_`)
	between = regexp.MustCompile(`\b_+|_+\b`)
	entity  = regexp.MustCompile(`&(#?\w+;)`)
	leading = regexp.MustCompile(`^(\s*)(#{1,6}|[-+>])(\s|$)`)
)

func escape(s string, underscores *regexp.Regexp) string {
	s = entity.ReplaceAllString(s, "&amp;$1")
	s = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "`", "\\`", "<", "&lt;", "](", `]\(`, "]:", `]\:`, "\r\n", " ", "\n", " ", "\r", " ").Replace(s)
	s = underscores.ReplaceAllStringFunc(s, func(mark string) string { return strings.ReplaceAll(mark, "_", `\_`) })
	return leading.ReplaceAllString(s, `$1\$2$3`)
}
