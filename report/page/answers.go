package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// rareClass is the share of rows below which a class says little in the error.
const rareClass = 0.05

// answers writes which method to take for each table of the user's own.
func answers(d *document.Document, c *Context) {
	for _, of := range c.Own {
		d.Tell("%s", document.EscapeSentence(answer(of, c.Dataset(of.Sets[0]))))
		take(d, c, of)
		if len(of.Standings) > 1 {
			d.Add(standings(of))
		}
	}
	if len(c.Own) > 0 {
		d.Paragraph("P is that of so much evidence over the repeats that another method is better, times the number of others. *worse*: it is below 0.05. *as good*: at most %g nats above any other, by one-sided 95%% bounds. *undecided*: lack of evidence.", c.Own[0].Worth.Margin)
	}
}

// answer says which method to take, in sentences.
func answer(of analysis.Choice, table record.Dataset) string {
	parts := []string{fmt.Sprintf("%s: %s.", analysis.Describe(of.At.With("dataset", table.Name)), lowest(of)), compared(of)}
	for _, word := range []string{analysis.AsGood, analysis.Undecided, analysis.Worse} {
		labels := slices.DeleteFunc(of.Labels(word), func(label string) bool { return label == of.Best().Label })
		if len(labels) > 0 && of.Repeats > 1 {
			parts = append(parts, wording.Capital(word)+": "+wording.And(labels)+".")
		}
	}
	if of.Takes() {
		parts = append(parts, trains(of), mistakes(of, table))
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// lowest names the best.
func lowest(of analysis.Choice) string {
	best, loss := of.Best(), of.Worth.LossName()
	switch {
	case len(of.Standings) == 1:
		return fmt.Sprintf("%s alone has enough fits, and its %s is %.3f", best.Label, loss, best.Loss)
	case !of.Takes():
		return fmt.Sprintf("no method has a lower %s than %s; take none", loss, wording.And(of.Floors()))
	case of.Repeats < 2:
		return fmt.Sprintf("%s has the lowest %s, %.3f (on one split; nothing is tested)", best.Label, loss, best.Loss)
	}
	return fmt.Sprintf("take %s, which has the lowest %s, %.3f", best.Label, loss, best.Loss)
}

// trains says how long the best trains; on a busy machine by CPU time, which what was imported may
// not have.
func trains(of analysis.Choice) string {
	switch best := of.Best(); {
	case of.Busy && !math.IsNaN(best.CPUSeconds):
		return fmt.Sprintf("%s trains in %.2g s of CPU time.", best.Label, best.CPUSeconds)
	case math.IsNaN(best.Seconds):
		return ""
	default:
		return fmt.Sprintf("%s trains in %.2g s.", best.Label, best.Seconds)
	}
}

// compared says over which repeats methods are compared, where that is not all, and which have too
// few fits.
func compared(of analysis.Choice) string {
	text := ""
	switch {
	case of.Repeats < of.Planned && len(of.Standings) == 1:
		text = fmt.Sprintf("It has %d of %d repeats. ", of.Repeats, of.Planned)
	case of.Repeats < of.Planned:
		text = fmt.Sprintf("Compared over the %d of %d repeats that all have. ", of.Repeats, of.Planned)
	}
	if len(of.NotCompared) > 0 {
		text += fmt.Sprintf("Not compared, for want of fits: %s.", wording.And(of.NotCompared))
	}
	return strings.TrimSpace(text)
}

// mistakes says what the best gets wrong, with what it is to be held against.
func mistakes(of analysis.Choice, table record.Dataset) string {
	best := of.Best()
	if table.Multilabel {
		return hits(of)
	}
	text := fmt.Sprintf("Its error is %s", wording.Percent(best.Secondary))
	if !math.IsNaN(best.Balanced) {
		text += fmt.Sprintf(", its balanced error %s", wording.Percent(best.Balanced))
	}
	largest, smallest, rare := prevalence(table)
	if !math.IsNaN(largest) {
		text += fmt.Sprintf("; the largest class has %s of the rows", wording.Percent(largest))
	}
	text += "."
	switch {
	case slices.Contains(table.ClassRows, 1):
		text += fmt.Sprintf(" Class %s has a single row, which is not tested: no number here says anything about it.", data.Shown(rare))
	case smallest < rareClass:
		text += fmt.Sprintf(" Class %s has %s of the rows: the error says little about it, the balanced error and the NLL say more.", data.Shown(rare), wording.Percent(smallest))
	}
	return text
}

// prevalence is the share of the largest and of the smallest class, with the smallest one's name;
// NaN if they are not known.
func prevalence(table record.Dataset) (largest, smallest float64, rare string) {
	rows := 0
	for _, n := range table.ClassRows {
		rows += n
	}
	if rows == 0 {
		return math.NaN(), math.NaN(), ""
	}
	least := slices.Index(table.ClassRows, slices.Min(table.ClassRows))
	return float64(slices.Max(table.ClassRows)) / float64(rows), float64(table.ClassRows[least]) / float64(rows), table.ClassNames[least]
}

// hits says how often the label that the best ranks first is right.
func hits(of analysis.Choice) string {
	text := fmt.Sprintf("The label that it ranks first is right in %s of the rows", wording.Percent(of.Best().Secondary))
	if last := of.Standings[len(of.Standings)-1]; last.Floor {
		text += fmt.Sprintf(", the most frequent label in %s", wording.Percent(last.Secondary))
	}
	return text + "."
}
