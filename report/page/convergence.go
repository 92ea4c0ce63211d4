package page

import (
	"fmt"

	"gpcbench/analysis"
	"gpcbench/gp/mcmc"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// NotConverged is the event of a record whose Markov chains do not agree or are too short. It counts the
// latent values concerned.
const NotConverged = "not converged"

// convergence warns of fits that have not converged.
func convergence(d *document.Document, c *Context) {
	var doubts []analysis.Gap
	for _, cell := range c.Cells {
		r, _ := c.Record(cell.ID)
		n := r.Events[NotConverged]
		if n == 0 || metrics.EvidenceAlone(r.Metrics) {
			continue
		}
		reason := "their numbers are unreliable"
		if cell.Label == c.Spec.Reference {
			reason = "it is the reference, so distances to it are unreliable"
		}
		doubts = analysis.WithGap(doubts, reason, fmt.Sprintf("%s (%s)", failedCell(c.Experiment, cell), wording.Plural(n, "latent value")))
	}
	if len(doubts) > 0 {
		d.Tell("**Not converged** (split R-hat of %v or more, or an effective sample size below %v):", mcmc.RHatLimit, mcmc.ESSLimit)
		d.TellList(gapLines("", doubts))
	}
}

// notReached counts the samplers whose loss on test rows is too uncertain to represent the exact posterior.
func notReached(d *document.Document, c *Context) {
	fits, reached, beyond := 0, 0, 0
	var far []analysis.Gap
	for _, cell := range c.Cells {
		r, ok := c.Record(cell.ID)
		if !ok || r.Status != record.OK || !metrics.JudgedByRows(r.Metrics) {
			continue
		}
		fits++
		switch {
		case metrics.Reached.Holds(r.Metrics):
			reached++
		case !metrics.Near.Holds(r.Metrics):
			beyond++
			far = analysis.WithGap(far, "their numbers are unreliable", failedCell(c.Experiment, cell))
		}
	}
	if fits == reached {
		return
	}
	d.Tell("**Not reached**: %d of %s of samplers have an R-hat below %g, also for the log loss of every test row, and a Monte Carlo error of the NLL below %g nats. Beyond %g or %g: %d.",
		reached, wording.Plural(fits, "fit"), metrics.Reached.RHat, metrics.Reached.MCSE, metrics.Near.RHat, metrics.Near.MCSE, beyond)
	d.TellList(gapLines("", far))
}

// uncertainEvidence names the fits whose log evidence is not known to a tenth of a nat.
func uncertainEvidence(d *document.Document, c *Context) {
	var far []analysis.Gap
	for _, cell := range c.Cells {
		r, _ := c.Record(cell.ID)
		if se, known := r.Metrics["log_evidence_se"]; known && se > metrics.EvidenceKnown {
			far = analysis.WithGap(far, fmt.Sprintf("their standard errors are above %g nats", metrics.EvidenceKnown), fmt.Sprintf("%s (%s)", failedCell(c.Experiment, cell), wording.Short(se, 2)))
		}
	}
	if len(far) > 0 {
		d.Tell("**Evidence not reached**:")
		d.TellList(gapLines("", far))
	}
}
