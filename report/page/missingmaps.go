package page

import "gpcbench/report/document"

// missingMaps lists the cells that figures of maps leave out.
func missingMaps(d *document.Document, c *Context) { d.TellList(gapLines("not drawn: ", c.Mapless)) }
