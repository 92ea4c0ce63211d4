package page

import (
	"fmt"

	"gpcbench/gp/mcmc"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// NotConverged is the event of a record whose Markov chains do not agree or are too short, with the number of
// latent values of which that is so.
const NotConverged = "not converged"

// convergence warns of fits that have not converged.
func convergence(d *document.Document, c *Context) {
	var doubts []analysis.Gap
	for _, cell := range c.Cells {
		r, _ := c.Record(cell.ID)
		n := r.Events[NotConverged]
		if n == 0 {
			continue
		}
		reason := "their numbers are not to be relied on"
		if cell.Label == c.Spec.Reference {
			reason = "it is the reference, and what is said of distances to it is not to be relied on"
		}
		doubts = analysis.WithGap(doubts, reason, fmt.Sprintf("%s (%s)", failedCell(c.Experiment, cell), wording.Plural(n, "latent value")))
	}
	if len(doubts) > 0 {
		d.Tell("**Not converged** (split R-hat of %v or more, or an effective sample size below %v):", mcmc.RHatLimit, mcmc.ESSLimit)
		d.TellList(gapLines("", doubts))
	}
}
