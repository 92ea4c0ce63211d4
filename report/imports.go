package report

import (
	"fmt"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
)

// imports says of each label whose predictions were imported what made them.
func (w *page) imports(p *analysis.Experiment) {
	for _, label := range p.Labels {
		i := slices.IndexFunc(p.Cells, func(c record.Planned) bool { return c.Label == label && c.Method == "imported" })
		if i < 0 {
			continue
		}
		times := "its times are those that came with them, of whatever machine"
		if !timed(p, label) {
			times = "no training time came with them"
		}
		w.Tell("%s", document.EscapeSentence(fmt.Sprintf("%s was not run here: its predictions are imported, as %v made them, and %s.", label, p.Cells[i].Options["source"], times)))
	}
}

// timed says whether a training time of a label is known.
func timed(p *analysis.Experiment, label string) bool {
	for _, r := range p.Records {
		if r.Label == label && r.Timing.WallSeconds > 0 {
			return true
		}
	}
	return false
}
