package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

// counts writes how many cells are done and how many of the paper's numbers have which verdict.
func counts(d *document.Document, c *Context) {
	failed := document.Marked("")
	if c.Failed > 0 {
		failed = document.Text(", [%d failed](#failures)", c.Failed)
	}
	d.Paragraph("Experiment `%s`, profile `%s`: %d of %s done%s.", c.Spec.Name, c.Spec.Profile, c.Done, wording.Plural(c.Planned(), "cell"), failed)
	counted := replication.CountNumbers(c.Verdicts)
	if said := notRun(c); said != "" {
		if n := counted.Numbers.Of(wording.NotRun); n > 0 {
			said += fmt.Sprintf(" %s for them.", wording.Counted(n, "1 counted number waits", "%d counted numbers wait"))
		} else if len(counted.Numbers) > 0 {
			said += " No counted number waits for them."
		}
		d.Paragraph("%s", said)
	}
	switch {
	case len(counted.Beside) > 0:
		d.TellTable(countTable(c, counted))
	case len(counted.Numbers) > 0:
		d.Tell("**Published numbers**: %s.", counted.Numbers)
	default:
		return
	}
	if c.Spec.Profile != spec.Paper {
		d.Paragraph("Only the `paper` profile with at least %d repeats gets verdicts; this profile's numbers are preliminary.", replication.EnoughRepeats)
	}
}

// countTable has a row for the counted numbers, a row for each further place where numbers occur, a variant with its title,
// and a column for each bin.
func countTable(c *Context, counted replication.NumberCounts) document.Table {
	rows := append([]replication.NamedCounts{{Name: "counted", Counts: counted.Numbers}}, counted.Beside...)
	bins := wording.BinsOf(rows, func(r replication.NamedCounts, bin string) int { return r.Counts.Of(bin) })
	t := document.Table{Head: document.EscapeAll(append([]string{"published numbers"}, bins...))}
	for _, r := range rows {
		name, variant := strings.CutPrefix(r.Name, "in variant ")
		if variant {
			name = "variant " + name + ": " + c.VariantTitle(name)
		}
		row := []any{name}
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

// mostNamed is how many names a sentence on missing cells has.
const mostNamed = 4

// notRun names the variants, methods and data sets of the cells without a record; it is empty if all have one.
func notRun(c *Context) string {
	var missing []*record.Planned
	for _, cell := range slices.Concat(c.Cells, c.Refits) {
		if _, done := c.Record(cell.ID); !done {
			missing = append(missing, cell)
		}
	}
	if len(missing) == 0 || c.Done+c.Failed == 0 {
		return ""
	}
	parts := []string{}
	for _, kind := range []struct {
		plural string
		all    []string
		of     func(*record.Planned) []string
	}{
		{"variants", c.Variants, func(p *record.Planned) []string { return p.Variants }},
		{"methods", c.Labels, func(p *record.Planned) []string { return []string{p.Label} }},
		{"data sets", c.Distinct(), func(p *record.Planned) []string { return []string{p.Dataset} }},
	} {
		var names []string
		for _, name := range kind.all {
			if slices.ContainsFunc(missing, func(p *record.Planned) bool { return slices.Contains(kind.of(p), name) }) {
				names = append(names, name)
			}
		}
		switch {
		case len(names) == 0 || len(kind.all) < 2:
		case len(names) > mostNamed && len(names) == len(kind.all):
			parts = append(parts, fmt.Sprintf("of all %d %s", len(names), kind.plural))
		case len(names) > mostNamed:
			parts = append(parts, fmt.Sprintf("of %d of the %d %s", len(names), len(kind.all), kind.plural))
		default:
			parts = append(parts, "of the "+wording.Agree(len(names), strings.TrimSuffix(kind.plural, "s"), kind.plural)+" "+wording.And(names))
		}
	}
	text := wording.Counted(len(missing), "1 cell was not run", "%d cells were not run")
	if len(parts) > 0 {
		text += ", " + strings.Join(parts, ", ")
	}
	return text + "."
}
