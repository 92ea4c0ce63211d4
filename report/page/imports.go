package page

import (
	"fmt"
	"slices"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
)

// imports says of each label whose predictions were imported what made them.
func imports(d *document.Document, c *Context) {
	for _, label := range c.Labels {
		done := c.Group(analysis.Coordinates{spec.LabelKey: label}).OK
		i := slices.IndexFunc(done, func(r record.Record) bool { return r.Imported() })
		if i < 0 {
			continue
		}
		times := "its times came with them, from an unknown machine"
		if !slices.ContainsFunc(done, func(r record.Record) bool { return r.Timing.WallSeconds > 0 }) {
			times = "no training time came with them"
		}
		d.Tell("%s", fmt.Sprintf("%s was not run here: its predictions, made by %v, are imported, and %s.", label, done[i].Options[record.SourceOption], times))
	}
}
