package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

// tables writes every table of the specification with all that is said of it.
func tables(d *document.Document, c *Context) {
	for i, t := range c.Spec.Tables {
		if len(c.Tables[i]) > 0 {
			tableOf(d, c, i+1, t, c.Tables[i])
		}
	}
}

// tableOf writes the blocks of one table.
func tableOf(d *document.Document, c *Context, number int, t spec.Table, blocks []replication.Table) {
	said := captionOf(blocks)
	shown, waiting := begun(blocks)
	blank, rows := blankRows(shown)
	best := bestOver(shown) + neverBest(c, shown)
	for i, b := range shown {
		if i == 0 || heading(&b) != heading(&shown[i-1]) {
			d.Heading(2, document.Escape(heading(&b)))
		}
		results := resultsOf(&b, blank)
		results.Table, results.Caption, results.Best = fmt.Sprintf("table%d", number), said, best
		d.Add(results)
		for _, m := range b.Blocks {
			if said := neverOf(m); said != "" {
				d.Paragraph("%s", said)
			}
		}
	}
	if waiting = append(waiting, rows...); len(waiting) > 0 {
		d.Paragraph("No fit is done yet for: %s.", strings.Join(waiting, "; "))
	}
	if at := c.ReadAt(t); at > 0 && !math.IsInf(at, 1) {
		said += fmt.Sprintf(" Each fit is taken at the last point of its trace up to %g s; points are a factor of 1.26 apart.", at)
	}
	d.Paragraph("%s The best of a row is bold%s (docs/report.md).", said, best)
	d.Add(document.Data{Name: fmt.Sprintf("table%d", number), Sheet: sheetOf(blocks)})
	if b := blocks[0].Published; b != nil && b.NoVerdict != "" {
		d.Paragraph("The paper's numbers are shown beside ours without a verdict: %s.", b.NoVerdict)
	}
	publishedMetrics(d, c.Experiment, t, blocks)
}

// bestOver says over which repeats the best of a row is, and which methods are not compared, if that is so in some row.
func bestOver(blocks []replication.Table) string {
	common, single := "", ""
	for _, b := range blocks {
		for _, m := range b.Blocks {
			for _, row := range m.Entries {
				marked := slices.ContainsFunc(row, func(e replication.Entry) bool { return e.Best && e.Compared > 1 })
				for _, e := range row {
					if 0 < e.Compared && e.Compared < e.Summary.N {
						common = ", over the repeats that all methods of the row have"
					} else if marked && e.Compared == 0 && e.Summary.N == 1 {
						single = ", among methods with more than one repeat"
					}
				}
			}
		}
	}
	return single + common
}

// neverBest names the columns that are never the best of a row, nothing where there are none.
func neverBest(c *Context, blocks []replication.Table) string {
	var floors []string
	for _, label := range c.Floors() {
		if slices.ContainsFunc(blocks, func(b replication.Table) bool {
			return b.Cols.Key == spec.LabelKey && slices.Contains(b.Cols.Values, label)
		}) {
			floors = append(floors, label)
		}
	}
	if len(floors) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s never %s", wording.And(floors), wording.Agree(len(floors), "is", "are"))
}

// tried says whether an entry has a fit, if a failed one.
func tried(e replication.Entry) bool { return e.Group.Done+len(e.Group.Failures) > 0 }

// begun splits the blocks of a table into those with a fit that is done or has failed and the
// headings of the others. Where no block has one, all are shown.
func begun(blocks []replication.Table) (shown []replication.Table, waiting []string) {
	for _, b := range blocks {
		if b.Has(tried) {
			shown = append(shown, b)
		} else if h := heading(&b); !slices.Contains(waiting, h) {
			waiting = append(waiting, h)
		}
	}
	if len(shown) == 0 {
		return blocks, nil
	}
	return shown, waiting
}

// captionOf is the caption below the blocks of a table: that of all their entries.
func captionOf(blocks []replication.Table) string {
	all := blocks[0]
	all.Blocks = nil
	for _, b := range blocks {
		all.Blocks = append(all.Blocks, b.Blocks...)
	}
	return caption(&all)
}
