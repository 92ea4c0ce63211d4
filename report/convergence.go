package report

import (
	"fmt"

	"gpcbench/gp/mcmc"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// doubts warns of what has not converged.
func (w *page) doubts(p *analysis.Experiment) {
	all := p.Doubts()
	if len(all) == 0 {
		return
	}
	w.Tell("**Not converged** (split R-hat of %v or more, or an effective sample size below %v):", mcmc.RHatLimit, mcmc.ESSLimit)
	var lines []string
	for _, d := range all {
		line := fmt.Sprintf("%s, %s: %d of %s, up to %s", d.Dataset, d.Label, d.Bad, wording.Plural(d.Runs, "run"), wording.Plural(d.Most, "latent value"))
		if d.Reference {
			line += ". It is the reference: what is said of the others' distance to it is not to be relied on"
		}
		lines = append(lines, document.Escape(line))
	}
	w.TellList(lines)
}
