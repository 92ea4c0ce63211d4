package page

import "gpcbench/report/document"

// missingMaps lists the cells that figures of maps leave out.
func missingMaps(d *document.Document, c *Context) {
	var lines []string
	for _, g := range c.Mapless {
		lines = append(lines, document.Escape("not drawn: "+g.String()))
	}
	d.TellList(lines)
}
