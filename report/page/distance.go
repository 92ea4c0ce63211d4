package page

import (
	"fmt"
	"math"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// distance writes what the tables' distances to the reference are worth.
func distance(d *document.Document, c *Context) {
	if c.Spec.Reference == "" || len(c.Gaps)+len(c.Matches) == 0 {
		return
	}
	d.Heading(2, document.Escape(wording.DistanceTitle(c.Spec.Reference)))
	d.List(gapLines("Not compared: ", c.Gaps))
	if len(c.Gaps) > 0 {
		d.Paragraph("A run makes predictions that are missing.")
	}
	if len(c.Matches) == 0 {
		return
	}
	of := "the latent function"
	if c.SeveralFunctions() {
		of = "the latent functions of all classes"
	}
	d.Paragraph("Distances are mean absolute differences over the test rows of a repeat: of the posterior mean and variance of %s and of the class probabilities.", of)
	if all := c.Noises(); len(all) > 0 {
		d.Paragraph("The reference is a sampler. By its own Monte Carlo standard errors at the test rows, a method that makes no error at all would be at these distances from it:")
		t := document.Table{Head: []string{"data set", "repeats", "test rows", "largest R-hat", "smallest ESS", "mean", "variance", "probability"}}
		for _, n := range all {
			t.Rows = append(t.Rows, []string{
				document.Escape(analysis.Describe(n.At)), fmt.Sprint(n.Repeats), fmt.Sprint(n.Rows), orUnknown(n.RHat, 4), orUnknown(n.ESS, 3),
				orUnknown(n.OfDeltas[0], 2), orUnknown(n.OfDeltas[1], 2), orUnknown(n.OfDeltas[2], 2),
			})
		}
		d.Add(t)
	}
}

// orUnknown writes a number, or a dash for NaN.
func orUnknown(x float64, digits int) string {
	if math.IsNaN(x) {
		return "–"
	}
	return wording.Short(x, digits)
}
