package page

import (
	"strings"

	"gpcbench/report/document"
)

// setUp writes the notes of the specification, and what it explains.
func setUp(d *document.Document, c *Context) {
	d.List(document.EscapeAll(c.Spec.Notes))
	for _, e := range c.Spec.Explanations {
		d.Add(document.Paragraph{Text: document.Escape(e.Says)})
		if len(e.Rows) == 0 {
			continue
		}
		t := document.Table{Head: document.EscapeAll(e.Head)}
		for _, row := range e.Rows {
			t.Rows = append(t.Rows, document.EscapeAll(row))
		}
		d.Add(t)
	}
}

// waiting names the data sets that are not here, with the command that gets them.
func waiting(d *document.Document, c *Context) {
	var names []string
	for _, set := range c.Waiting() {
		names = append(names, set.Name)
	}
	if len(names) > 0 {
		d.Tell("**Waits for data**: %s; `%s` ([more](#data)).", strings.Join(names, ", "), fetchAll(c.Waiting()))
	}
}

// reproduction writes the commands that make the records again.
func reproduction(d *document.Document, c *Context) {
	if c.Command == "" {
		return
	}
	for _, command := range append([]string{c.Command}, c.Imports...) {
		d.Code(command)
	}
}
