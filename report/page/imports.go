package page

import (
	"fmt"
	"slices"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/report/document"
)

// imports says of each label whose predictions were imported what made them.
func imports(d *document.Document, c *Context) {
	for _, label := range c.Labels {
		i := slices.IndexFunc(c.Cells, func(cell *record.Planned) bool { return cell.Label == label && cell.Method == "imported" })
		if i < 0 {
			continue
		}
		times := "its times are those that came with them, of whatever machine"
		if !slices.ContainsFunc(c.Group(analysis.Coordinates{"label": label}).OK, func(r record.Record) bool { return r.Timing.WallSeconds > 0 }) {
			times = "no training time came with them"
		}
		d.Tell("%s", fmt.Sprintf("%s was not run here: its predictions are imported, as %v made them, and %s.", label, c.Cells[i].Options["source"], times))
	}
}
