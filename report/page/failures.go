package page

import (
	"fmt"
	"slices"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/report/document"
)

// failures lists the cells that failed, one line for each message, after a table of how many of a kind a program has.
func failures(d *document.Document, c *Context) {
	kinds := document.Table{Head: document.Cells("method", "failure", "cells")}
	for _, f := range c.Failures() {
		if f.Kind != "" {
			kinds.Add(f.Label, f.Kind, fmt.Sprint(f.Cells))
		}
	}
	if len(kinds.Rows) > 0 {
		d.Add(kinds)
	}
	var failed []analysis.Gap
	for _, cell := range slices.Concat(c.Cells, c.Refits) {
		if r, done := c.Record(cell.ID); done && r.Status == record.Failed {
			failed = analysis.WithGap(failed, r.Error, c.CellName(cell))
		}
	}
	d.List(gapLines("", failed))
}

// missingMaps lists the cells that figures of maps leave out.
func missingMaps(d *document.Document, c *Context) { d.TellList(gapLines("not drawn: ", c.Mapless)) }

// gapLines lists what became of cells, a line for each reason.
func gapLines(what string, gaps []analysis.Gap) []document.Marked {
	var out []document.Marked
	for _, g := range gaps {
		out = append(out, document.Text("%s%s", what, g))
	}
	return out
}
