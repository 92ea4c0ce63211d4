package trace

import (
	"fmt"
	"math"
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
	repeats := some(all, func(c analysis.Curve) bool { return c.Repeats > 1 })
	say(repeats, "Curves are %ss over repeats with one standard error.", b.f.Summary)
	say(repeats, "A curve begins at the median of its repeats' first points. A repeat that begins later counts with its first value, one that has ended with its last.")
	say(some(all, func(c analysis.Curve) bool { return !math.IsNaN(c.Before) }), "A thin vertical line comes down from the value before training, when every class has the same probability.")
	say(some(all, func(c analysis.Curve) bool { return c.Flat }), "A dashed horizontal line is where the baseline ends, or a method that is fitted in one go.")
	say(slices.ContainsFunc(all, func(m curves) bool { return m.cut }), "Early values that would squeeze the rest are cut off.")
	say(slices.ContainsFunc(all, curves.touchesZero), "Values of 0 lie at the foot of the logarithmic axis.")
	say(b.tints != "", "A method has a curve for each value of %s, from pale to dark.", b.tints)
	row := "The lower row"
	if b.titles != nil {
		row = "The last row of a metric"
	}
	say(b.differencesFrom != "", "%s is the mean of the differences from %s in the same repeat, with one standard error: what a fold does to all methods is not in it.", row, b.differencesFrom)
	return guide
}

// some says whether one of the curves is of a kind.
func some(all []curves, is func(analysis.Curve) bool) bool {
	return slices.ContainsFunc(all, func(m curves) bool { return slices.ContainsFunc(m.curves, is) })
}
