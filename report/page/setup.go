package page

import (
	"strings"

	"gpcbench/report/document"
)

// setUp writes the notes of the specification.
func setUp(d *document.Document, c *Context) { d.List(document.EscapeAll(c.Spec.Notes)) }

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
