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

// NotConverged is the event of Markov chains that do not agree or are too short. It counts latent values.
const NotConverged = "not converged"

// doubts names the cells whose records give a reason for doubt, by reason, with a note on each; "" is no reason.
func doubts(d *document.Document, c *Context, reason func(cell *record.Planned, r record.Record) (reason, note string), format string, args ...any) {
	var gaps []analysis.Gap
	for _, cell := range c.Cells {
		r, _ := c.Record(cell.ID)
		if why, note := reason(cell, r); why != "" {
			gaps = analysis.WithGap(gaps, why, fmt.Sprintf("%s (%s)", c.CellName(cell), note))
		}
	}
	if len(gaps) > 0 {
		d.Tell(format, args...)
		d.TellList(gapLines("", gaps))
	}
}

// convergence warns of fits that have not converged.
func convergence(d *document.Document, c *Context) {
	doubts(d, c, func(cell *record.Planned, r record.Record) (reason, note string) {
		n := r.Events[NotConverged]
		if n > 0 && !metrics.EvidenceAlone(r.Metrics) {
			reason = "their numbers are unreliable"
		}
		if reason != "" && cell.Label == c.Spec.Reference {
			reason = "it is the reference, so distances to it are unreliable"
		}
		return reason, wording.Plural(n, "latent value")
	}, "**Not converged** (split R-hat of %v or more, or an effective sample size below %v):", mcmc.RHatLimit, mcmc.ESSLimit)
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
			far = analysis.WithGap(far, "their numbers are unreliable", c.CellName(cell))
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
	doubts(d, c, func(_ *record.Planned, r record.Record) (reason, note string) {
		se := r.Metrics["log_evidence_se"]
		if se > metrics.EvidenceKnown {
			reason = fmt.Sprintf("their standard errors are above %g nats", metrics.EvidenceKnown)
		}
		return reason, wording.Short(se, 2)
	}, "**Evidence not reached**:")
}

// ruledOut names the fits that gave a probability of 0 to what came true: a few such rows decide on the NLL.
func ruledOut(d *document.Document, c *Context) {
	doubts(d, c, func(_ *record.Planned, r record.Record) (reason, note string) {
		n := int(r.Metrics["clipped"])
		if n > 0 && !metrics.EvidenceAlone(r.Metrics) {
			reason = fmt.Sprintf("these had a probability of 0, which counts as %g in the NLL", record.LeastProbability)
		}
		return reason, wording.Plural(n, "outcome")
	}, "**Ruled out what came true**:")
}
