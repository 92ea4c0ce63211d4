package report

import (
	"fmt"
	"math"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// A curve is flat if over the last half of its fits it moves by at most this share of its
// last value, or by at most this much.
const (
	flatShare = 0.01
	flatValue = 0.001
)

// settled says whether a change over the last half of a fit is small beside the value at
// its end.
func settled(change, value float64) bool {
	return math.Abs(change) <= max(flatShare*math.Abs(value), flatValue)
}

// endsCaption says which curves of a figure are flat at their end, and which fits end
// because their budget is spent.
func (p *project) endsCaption(f spec.Figure, at coordinates, all []tracedMetric) string {
	var text strings.Builder
	for _, m := range all {
		if len(m.changes) == 0 {
			continue
		}
		flat := "none"
		if len(m.flat) > 0 {
			flat = strings.Join(m.flat, ", ")
		}
		fmt.Fprintf(&text, " Flat in %s: %s.", metrics.Get(m.metric).Title, flat)
	}
	if text.Len() > 0 {
		fmt.Fprintf(&text, " (Flat is a change of at most %g%% or %g over the last half.)", 100*flatShare, flatValue)
	}
	for _, value := range p.dimension(f.Series).values {
		records := p.group(at.with(f.Series, value)).ok
		if n := spentBudget(records); n > 0 {
			fmt.Fprintf(&text, " Capped: %d of %s of %s ended because the budget was spent.", n, plural(len(records), "fit"), escapeMarkdown(value))
		}
	}
	return text.String()
}

// spentBudget counts the fits whose time has reached their budget.
func spentBudget(records []record.Record) int {
	n := 0
	for _, r := range records {
		if budget, ok := r.Options["budget_seconds"].(float64); ok && budget > 0 && r.Timing.WallSeconds >= budget {
			n++
		}
	}
	return n
}
