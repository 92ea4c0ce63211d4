package trace

import (
	"fmt"
	"slices"

	"gpcbench/report/analysis"
)

// guide says how the figure is read, as far as its curves, by metric and column, need it.
func (b *builder) guide(rows [][]curves) []string {
	all := slices.Concat(rows...)
	var guide []string
	say := func(when bool, sentence string, args ...any) {
		if when {
			guide = append(guide, fmt.Sprintf(sentence, args...))
		}
	}
	several := func(m curves) bool {
		return slices.ContainsFunc(m.curves, func(c analysis.Curve) bool { return c.Repeats > 1 })
	}
	say(slices.ContainsFunc(all, several), "Curves are %ss over repeats with one standard error (docs/statistics.md).", b.f.Summary)
	say(slices.ContainsFunc(all, func(m curves) bool { return m.cut }), "Early values that would squeeze the rest are cut off.")
	say(b.tints != "", "A method has a curve for each value of %s, from pale to dark.", b.tints)
	row := "The lower row"
	if b.titles != nil {
		row = "The last row of a metric"
	}
	say(b.differencesFrom != "", "%s is the mean of the differences from %s in the same repeat, with one standard error: what a fold does to all methods is not in it.", row, b.differencesFrom)
	return guide
}
