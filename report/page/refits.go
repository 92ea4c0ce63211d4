package page

import (
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// refits says which curves are of fits of their own.
func refits(d *document.Document, c *Context) {
	var labels []string
	for _, m := range c.Spec.Methods {
		for _, cell := range c.Refits {
			if cell.Label == m.Label {
				labels = append(labels, m.Label)
				break
			}
		}
	}
	if len(labels) > 0 {
		d.Tell("%s", "The points of "+wording.And(labels)+" in time are fits of their own, to parts of the budget and to all of it.")
	}
}
