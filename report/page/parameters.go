package page

import (
	"slices"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// entry writes the median over repeats with the smallest and the largest.
func entry(t *analysis.ParameterTable, label, name string) string {
	x := t.Values[label][name]
	switch {
	case len(x) == 0:
		return "–"
	case len(x) == 1:
		return wording.Short(x[0], 3)
	}
	return wording.Short(analysis.MedianOf(x), 3) + " (" + wording.Short(slices.Min(x), 2) + " to " + wording.Short(slices.Max(x), 2) + ")"
}

// parameters writes the parameters of the fitted kernels, if the records have them.
func parameters(d *document.Document, c *Context) {
	tables := c.ParameterTables()
	if len(tables) == 0 {
		return
	}
	for _, of := range tables {
		if name := c.Described(of.At); name != "" {
			d.Paragraph("**%s**", document.Escape(name))
		}
		t := document.Table{Head: []string{"parameter"}}
		for _, label := range of.Labels {
			t.Head = append(t.Head, document.Escape(label))
		}
		for _, name := range of.Names {
			row := []string{document.Escape(name)}
			for _, label := range of.Labels {
				row = append(row, entry(&of, label, name))
			}
			t.Rows = append(t.Rows, row)
		}
		d.Add(t)
	}
	d.Paragraph("After training, on the scale of the standardised inputs; of several repeats the median, with the smallest and the largest. " +
		"An input with a short lengthscale matters more than one with a long one.")
}
