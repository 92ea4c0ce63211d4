package page

import "gpcbench/report/document"

// setUp writes the notes of the specification.
func setUp(d *document.Document, c *Context) {
	var notes []string
	for _, note := range c.Spec.Notes {
		notes = append(notes, document.EscapeSentence(note))
	}
	d.List(notes)
}
