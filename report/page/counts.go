package page

import (
	"strconv"

	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

// counts writes how many cells are done and what the paper's numbers come to.
func counts(d *document.Document, c *Context) {
	failed := document.Marked("")
	if c.Failed > 0 {
		failed = document.Text(", [%d failed](#failures)", c.Failed)
	}
	d.Paragraph("Experiment `%s`, profile `%s`: %d of %s done%s.", c.Spec.Name, c.Spec.Profile, c.Done, wording.Plural(c.Planned(), "cell"), failed)
	counted := replication.CountNumbers(c.Verdicts)
	switch {
	case len(counted.Beside) > 0:
		d.TellTable(countTable(counted))
	case len(counted.Numbers) > 0:
		d.Tell("**Published numbers**: %s.", counted.Numbers)
	default:
		return
	}
	if c.Spec.Profile != spec.Paper {
		d.Paragraph("Verdicts are given to the `paper` profile with at least %d repeats; what this profile gives is preliminary.", replication.EnoughRepeats)
	}
}

// countTable has a row for the numbers that are counted and for each place where they stand beside that, and a
// column for each bin.
func countTable(counted replication.NumberCounts) document.Table {
	rows := append([]replication.NamedCounts{{Name: "counted", Counts: counted.Numbers}}, counted.Beside...)
	bins := wording.BinsOf(rows, func(r replication.NamedCounts, bin string) int { return r.Counts.Of(bin) })
	t := document.Table{Head: document.EscapeAll(append([]string{"published numbers"}, bins...))}
	for _, r := range rows {
		row := []any{r.Name}
		for _, bin := range bins {
			text := ""
			if n := r.Counts.Of(bin); n > 0 {
				text = strconv.Itoa(n)
			}
			row = append(row, text)
		}
		t.Add(row...)
	}
	return t
}
