package trace

import (
	"fmt"
	"slices"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// endsCaption says which curves of a figure are flat at their end, which fits end because
// their budget is spent, and which were still on their way when their iterations were done.
func (b *builder) endsCaption(at analysis.Coordinates, all []curves) string {
	var text strings.Builder
	for _, m := range all {
		if !m.ends {
			continue
		}
		flat := "none"
		if len(m.flat) > 0 {
			flat = strings.Join(m.flat, ", ")
		}
		fmt.Fprintf(&text, " Flat in %s: %s.", m.metric.Title, flat)
	}
	if text.Len() > 0 {
		fmt.Fprintf(&text, " (Flat is a change of at most %g%% or %g over the last half.)", 100*flatShare, flatValue)
	}
	var onTheirWay []string
	for _, value := range b.p.Dimension(b.f.Series).Values {
		records := b.p.Group(at.With(b.f.Series, value)).OK
		switch n := analysis.SpentBudget(records); {
		case n > 0:
			fmt.Fprintf(&text, " Capped: %d of %s of %s ended because the budget was spent.", n, wording.Plural(len(records), "fit"), document.Escape(value))
		case slices.ContainsFunc(all, func(m curves) bool { return m.changing(value) }):
			onTheirWay = append(onTheirWay, fmt.Sprintf("%s (%d)", document.Escape(value), lastIteration(records)))
		}
	}
	if len(onTheirWay) > 0 {
		fmt.Fprintf(&text, " Ended by their number of iterations, before all was flat: %s.", strings.Join(onTheirWay, ", "))
	}
	return text.String()
}

// lastIteration is the largest number of iterations of the fits.
func lastIteration(records []record.Record) int {
	most := 0
	for _, r := range records {
		most = max(most, r.Timing.Iterations)
	}
	return most
}
