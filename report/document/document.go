// Package document is a report as values: headings, paragraphs, lists, tables and
// figures, in the order in which they are read. It knows neither what they were computed
// from nor how they are written; package format writes one document in every format.
package document

// Document is a report, or a part of one, that grows.
type Document struct{ Blocks []Block }

// Block is one of [Heading], [Paragraph], [List], [Table], [Results], [Data], [Code], [Image], [Folded] and [Told].
type Block interface{ block() }

// Heading begins a section; Level is 1 for the title of the document.
type Heading struct {
	Level int
	Text  Marked
}

// Paragraph is a text of some sentences.
type Paragraph struct{ Text Marked }

// List is texts, one a line.
type List struct{ Items []Marked }

// Table is texts in rows and columns.
type Table struct {
	Head []Marked
	Rows [][]Marked
}

// Add appends a row: of each cell, [Text] makes what it says.
func (t *Table) Add(cells ...any) { t.Rows = append(t.Rows, Cells(cells...)) }

// Code is a command line as it is typed.
type Code struct{ Text string }

// Image is a figure, which lies in files beside the document; Name is theirs without an ending.
type Image struct {
	Name    string
	Text    Marked
	Drawing Drawing
}

// Drawing is what an image shows.
type Drawing interface {
	// Encode draws it in a format: "svg" or "png".
	Encode(format string) ([]byte, error)
}

// Folded is a part that a reader opens.
type Folded struct {
	Summary Marked
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
func (d *Document) Heading(level int, text Marked) { d.Add(Heading{level, text}) }

// Paragraph adds what [Text] makes of a sentence and its arguments.
func (d *Document) Paragraph(format string, args ...any) { d.Add(Paragraph{Text(format, args...)}) }

// Tell adds a text that the terminal shows too.
func (d *Document) Tell(format string, args ...any) {
	d.Add(Told{Document{[]Block{Paragraph{Text(format, args...)}}}})
}

// TellList adds a list that the terminal shows too, unless it is empty.
func (d *Document) TellList(items []Marked) {
	if len(items) > 0 {
		d.Add(Told{Document{[]Block{List{items}}}})
	}
}

// TellCode adds commands that the terminal shows too.
func (d *Document) TellCode(text string) { d.Add(Told{Document{[]Block{Code{text}}}}) }

// TellTable adds a table that the terminal shows too.
func (d *Document) TellTable(t Table) { d.Add(Told{Document{[]Block{t}}}) }

// List adds a list, unless it is empty.
func (d *Document) List(items []Marked) {
	if len(items) > 0 {
		d.Add(List{items})
	}
}

// Code adds a command line.
func (d *Document) Code(text string) { d.Add(Code{text}) }

// AddLong adds a part, folded where it has more lines than a reader wants to see at once.
func (d *Document) AddLong(part Document, lines, most int, summary string) {
	if lines > most {
		d.Add(Folded{Escape(summary), part})
		return
	}
	d.Add(part.Blocks...)
}
