package trace

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// guide says how the figure is read.
func (b *builder) guide(curves []analysis.Curve, zoomed bool) []string {
	guide := traceGuide(b.f.Summary, curves)
	if b.tints != "" {
		guide = append(guide, fmt.Sprintf("A method has a curve for each value of %s, from pale to dark.", b.tints))
	}
	if zoomed {
		guide = append(guide, "The lower row of a metric, where there are two, is the range of "+wording.And(b.zoom)+".")
	}
	if b.differencesFrom != "" {
		row := "The lower row"
		if b.titles != nil {
			row = "The last row of a metric"
		}
		guide = append(guide, fmt.Sprintf("%s is the mean of the differences from %s in the same repeat, with one standard error: what a fold does to all methods is not in it.", row, document.Escape(b.differencesFrom)))
	}
	return guide
}

// caption is the captions of the columns, one after the other; rows are by metric.
func (b *builder) caption(rows [][]curves) string {
	var said []string
	for j, at := range b.places {
		var all []curves
		for _, row := range rows {
			if len(row[j].curves) > 0 {
				all = append(all, row[j])
			}
		}
		if len(all) == 0 {
			continue
		}
		text := traceCaption(all)
		if b.ends {
			text += b.endsCaption(at, all)
		}
		switch {
		case b.columns == spec.VariantKey:
			text = wording.Capital(b.titles[j]) + ": " + text
		case b.titles != nil:
			text = "With " + b.titles[j] + ": " + text
		}
		said = append(said, text)
	}
	return strings.Join(said, " ")
}

// traceGuide says how figures of traces are read, as far as curves need it.
func traceGuide(summary string, curves []analysis.Curve) []string {
	what := "means"
	if summary == "median" {
		what = "medians"
	}
	guide := []string{
		"Curves are " + what + " over repeats with one standard error.",
		"A curve begins at the median of its repeats' first points. A repeat that begins later counts with its first value, one that has ended with its last.",
	}
	if !slices.ContainsFunc(curves, func(c analysis.Curve) bool { return c.Repeats > 1 }) {
		guide = nil
	}
	if slices.ContainsFunc(curves, func(c analysis.Curve) bool { return !math.IsNaN(c.Before) }) {
		guide = append(guide, "A thin vertical line comes down from the value before training, when every class has the same probability.")
	}
	if slices.ContainsFunc(curves, func(c analysis.Curve) bool { return c.Flat }) {
		guide = append(guide, "A dashed horizontal line is where the baseline ends, or a method that is fitted in one go.")
	}
	return guide
}

// traceCaption says what is particular to a figure.
func traceCaption(all []curves) string {
	var starts, cuts []string
	repeats := map[int]bool{}
	for _, m := range all {
		for _, c := range m.curves {
			repeats[c.Repeats] = true
		}
		if i := slices.IndexFunc(m.curves, func(c analysis.Curve) bool { return !math.IsNaN(c.Before) }); i >= 0 {
			starts = append(starts, m.metric.Title+" "+wording.Short(m.curves[i].Before, 3))
		}
		if m.cut {
			cuts = append(cuts, m.metric.Title)
		}
	}
	var sentences []string
	if slices.ContainsFunc(all, curves.touchesZero) {
		sentences = append(sentences, "Values of 0 lie at the foot of the logarithmic axis.")
	}
	if len(repeats) == 1 {
		for n := range repeats {
			sentences = append(sentences, wording.Plural(n, "repeat")+".")
		}
	}
	if len(starts) > 0 {
		sentences = append(sentences, "Before training: "+strings.Join(starts, ", ")+".")
	}
	if len(cuts) > 0 {
		sentences = append(sentences, "Early values are cut off: "+strings.Join(cuts, ", ")+".")
	}
	return strings.Join(sentences, " ")
}
