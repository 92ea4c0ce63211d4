package report

import (
	"fmt"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// endsCaption says which curves of a figure are flat at their end, and which fits end
// because their budget is spent.
func endsCaption(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, all []tracedMetric) string {
	var text strings.Builder
	for _, m := range all {
		if len(m.changes) == 0 {
			continue
		}
		flat := "none"
		if len(m.flat) > 0 {
			flat = strings.Join(m.flat, ", ")
		}
		fmt.Fprintf(&text, " Flat in %s: %s.", m.metric.Title, flat)
	}
	if text.Len() > 0 {
		fmt.Fprintf(&text, " (Flat is a change of at most %g%% or %g over the last half.)", 100*analysis.FlatShare, analysis.FlatValue)
	}
	for _, value := range p.Dimension(f.Series).Values {
		records := p.Group(at.With(f.Series, value)).OK
		if n := analysis.SpentBudget(records); n > 0 {
			fmt.Fprintf(&text, " Capped: %d of %s of %s ended because the budget was spent.", n, wording.Plural(len(records), "fit"), document.Escape(value))
		}
	}
	return text.String()
}
