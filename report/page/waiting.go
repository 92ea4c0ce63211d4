package page

import (
	"strings"

	"gpcbench/report/document"
)

// waiting names the data sets that are not here, with the command that gets them.
func waiting(d *document.Document, c *Context) {
	sets := c.Waiting()
	if len(sets) == 0 {
		return
	}
	var names []string
	for _, set := range sets {
		names = append(names, set.Name)
	}
	d.Tell("**Waits for data**: %s; `%s` ([more](#data)).", document.Escape(strings.Join(names, ", ")), fetchAll(sets))
}
