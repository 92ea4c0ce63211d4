package page

import (
	"gpcbench/report/document"
)

// distance writes what the tables' distances to the reference are worth.
func distance(d *document.Document, c *Context) {
	if c.Spec.Reference == "" || len(c.Gaps)+len(c.Matches) == 0 {
		return
	}
	d.Heading(2, document.Escape("Distance to "+c.Spec.Reference))
	d.List(gapLines("Not compared: ", c.Gaps))
	if len(c.Gaps) > 0 {
		d.Paragraph("A run makes predictions that are missing.")
	}
	if len(c.Matches) == 0 {
		return
	}
	d.Paragraph("Distances are mean absolute differences over the test rows of a repeat: of the posterior mean and variance of the latent functions and of the class probabilities. " +
		"Where the reference is a sampler, its own are those of a method without any error, by its Monte Carlo standard errors.")
}
