package page

import (
	"slices"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// parameters writes the parameters of the fitted kernels, if the records have them: a table for every
// combination of what is no label, with a row a name and a column a label.
func parameters(d *document.Document, c *Context) {
	for _, at := range analysis.Combinations(c.Rest("label")) {
		values := map[string]map[string][]float64{} // by name and label
		var names, labels []string
		for _, label := range c.Labels {
			for _, r := range c.Group(at.With("label", label)).OK {
				for _, parameter := range r.Parameters {
					if values[parameter.Name] == nil {
						names, values[parameter.Name] = append(names, parameter.Name), map[string][]float64{}
					}
					if !slices.Contains(labels, label) {
						labels = append(labels, label)
					}
					values[parameter.Name][label] = append(values[parameter.Name][label], parameter.Value)
				}
			}
		}
		if len(labels) == 0 {
			continue
		}
		if name := c.Described(c.Several(at)); name != "" {
			d.Paragraph("**%s**", document.Escape(name))
		}
		t := document.Table{Head: []string{"parameter"}}
		for _, label := range labels {
			t.Head = append(t.Head, document.Escape(label))
		}
		for _, name := range names {
			row := []string{document.Escape(name)}
			for _, label := range labels {
				row = append(row, medianText(values[name][label]))
			}
			t.Rows = append(t.Rows, row)
		}
		d.Add(t)
	}
	if len(d.Blocks) > 0 {
		d.Paragraph("After training, on the scale of the standardised inputs; of several repeats the median, with the smallest and the largest. " +
			"An input with a short lengthscale matters more than one with a long one.")
	}
}

// medianText writes the median over repeats with the smallest and the largest.
func medianText(x []float64) string {
	switch len(x) {
	case 0:
		return "–"
	case 1:
		return wording.Short(x[0], 3)
	}
	return wording.Short(analysis.MedianOf(x), 3) + " (" + wording.Short(slices.Min(x), 2) + " to " + wording.Short(slices.Max(x), 2) + ")"
}
