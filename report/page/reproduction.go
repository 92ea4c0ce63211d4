package page

import "gpcbench/report/document"

// reproduction writes the commands that make the records again.
func reproduction(d *document.Document, c *Context) {
	if c.Command == "" {
		return
	}
	d.Code(c.Command)
	for _, command := range c.Imports {
		d.Code(command)
	}
}
