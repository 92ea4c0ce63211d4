package page

import (
	"fmt"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
)

// failures lists the cells that failed, one line for each message.
func failures(d *document.Document, c *Context) {
	var order []string
	cells := map[string][]string{}
	for _, cell := range c.Cells {
		r, done := c.Records[cell.ID]
		if !done || r.Status != record.Failed {
			continue
		}
		if _, seen := cells[r.Error]; !seen {
			order = append(order, r.Error)
		}
		cells[r.Error] = append(cells[r.Error], failedCell(c.Experiment, cell))
	}
	if len(order) == 0 {
		return
	}
	var lines []string
	for _, message := range order {
		at := cells[message]
		rest := ""
		if len(at) > 5 {
			rest = fmt.Sprintf(" and %d more", len(at)-5)
			at = at[:5]
		}
		lines = append(lines, fmt.Sprintf("%s (%s%s)", document.Escape(message), document.Escape(strings.Join(at, "; ")), rest))
	}
	d.List(lines)
}

// failedCell names a cell, with its variants where it is not in all.
func failedCell(p *analysis.Experiment, c record.Planned) string {
	name := c.Name(p.Spec.Varied()...)
	if len(c.Variants) < len(p.Variants) {
		name += ", " + strings.Join(c.Variants, ", ")
	}
	return name
}
