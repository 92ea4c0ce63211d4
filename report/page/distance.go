package page

import (
	"gpcbench/report/document"
)

// distance explains the tables' distances to the reference.
func distance(d *document.Document, c *Context) {
	if c.Spec.Reference == "" || len(c.Gaps)+len(c.Matches) == 0 {
		return
	}
	d.Heading(2, document.Escape("Distance to "+c.Spec.Reference))
	d.List(gapLines("Not compared: ", c.Gaps))
	if len(c.Gaps) > 0 {
		d.Paragraph("`runexp run` makes missing predictions.")
	}
	if len(c.Matches) == 0 {
		return
	}
	d.Paragraph("A distance is the mean absolute difference over the test rows of a repeat, of the posterior mean or variance of the latent functions or of the class probabilities. " +
		"If the reference is a sampler, its own distance is what a method without error would have, by the sampler's Monte Carlo standard errors.")
}
