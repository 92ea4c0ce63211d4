package page

import (
	"fmt"

	"gpcbench/gp/mcmc"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// convergence warns of what has not converged.
func convergence(d *document.Document, c *Context) {
	all := c.Doubts()
	if len(all) == 0 {
		return
	}
	d.Tell("**Not converged** (split R-hat of %v or more, or an effective sample size below %v):", mcmc.RHatLimit, mcmc.ESSLimit)
	var lines []document.Marked
	for _, of := range all {
		line := fmt.Sprintf("%s, %s: %d of %s, up to %s", of.Dataset, of.Label, of.Bad, wording.Plural(of.Runs, "run"), wording.Plural(of.Most, "latent value"))
		if of.Reference {
			line += ". It is the reference: what is said of the others' distance to it is not to be relied on"
		}
		lines = append(lines, document.Escape(line))
	}
	d.TellList(lines)
}
