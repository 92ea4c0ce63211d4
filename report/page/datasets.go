package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// dataSets says what the data sets are.
func dataSets(d *document.Document, c *Context) {
	if text := c.Spec.Split.Text(); text != "" {
		d.Paragraph("%s", text+", unless a data set states another.")
	}
	t := document.Table{Head: document.Cells("data set", "rows", "attributes", "classes or labels", "source", "SHA-256")}
	var notes, fetch []document.Marked
	for _, set := range c.Datasets {
		name, digest := set.Name, document.Marked("–")
		if set.Title != "" && set.Title != set.Name {
			name += " (" + set.Title + ")"
		}
		if set.Digest != "" {
			digest = document.Text("`%s`", set.Digest[:min(12, len(set.Digest))])
		}
		t.Add(name, known(set.Rows), known(set.Attributes), known(set.Classes), wording.OrDash(set.Source), digest)
		if set.Differs != "" && c.Paper != "" {
			notes = append(notes, document.Text("%s differs from the paper's: %s", set.Name, set.Differs))
		}
		if set.Assumed != "" {
			notes = append(notes, document.Text("%s: the task is assumed to be %s", set.Name, set.Assumed))
		}
		for _, n := range set.Notes {
			notes = append(notes, document.Text("%s: %s", set.Name, n))
		}
		if !set.Available {
			fetch = append(fetch, document.Text("%s is not here (%s): `%s`", set.Name, wording.OrDash(set.Missing), fetchAll([]record.Dataset{set})))
		}
	}
	d.Add(t)
	d.List(notes)
	d.List(fetch)
}

// fetchAll is the command that gets data sets.
func fetchAll(sets []record.Dataset) string {
	words := []string{"runexp fetch"}
	for _, d := range sets {
		if name := cmp.Or(d.Set, d.Name); !slices.Contains(words, name) {
			words = append(words, name)
		}
	}
	return strings.Join(words, " ")
}

// known writes a count, or a dash where it is not known.
func known(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}
