package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// rareClass is the share of rows below which a class says little in the error.
const rareClass = 0.05

// answers writes which method to take for each table of the user's own.
func answers(d *document.Document, c *Context) {
	for i, said := range Answers(c) {
		choice := c.Own[i]
		d.Tell("%s", said)
		fitCommand(d, c, choice)
		if len(choice.Standings) > 1 {
			d.Add(standings(choice, choice.Standings))
		}
	}
	if len(c.Own) > 0 {
		d.Paragraph("P: the smallest one-sided P-value for some other method having a lower %s, Bonferroni-corrected. "+
			"It is over the repeats, or over the test rows of a single split. *worse*: P is below 0.05. *as good*: the upper 95%% bound of the distance to the best other method is below %g nats. "+
			"*undecided*: too little evidence.", c.Own[0].Worth.LossName(), c.Own[0].Worth.Margin)
	}
}

// Answers says which method to take for each table of the user's own.
func Answers(c *Context) []string {
	var out []string
	for _, choice := range c.Own {
		out = append(out, answer(choice, c.Dataset(choice.Sets[0])))
	}
	return out
}

// answer says which method to take, in sentences.
func answer(choice analysis.Choice, table record.Dataset) string {
	parts := []string{fmt.Sprintf("%s: %s.", analysis.Describe(choice.At.With(spec.DatasetKey, table.Name)), lowest(choice)), compared(choice)}
	for _, word := range []string{analysis.AsGood, analysis.Undecided, analysis.Worse} {
		labels := slices.DeleteFunc(choice.Labels(word), func(label string) bool { return label == choice.Best().Label })
		if len(labels) > 0 && !math.IsNaN(choice.Best().P) {
			parts = append(parts, wording.Capital(word)+": "+wording.And(labels)+".")
		}
	}
	parts = append(parts, rare(table))
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// lowest names the best.
func lowest(choice analysis.Choice) string {
	best, loss := choice.Best(), choice.Worth.LossName()
	switch {
	case len(choice.Standings) == 1:
		return fmt.Sprintf("only %s has enough fits; its %s is %.3f", best.Label, loss, best.Loss)
	case !choice.Recommends():
		return fmt.Sprintf("no method has a lower %s than %s; take none", loss, wording.And(choice.Labels(analysis.Floor)))
	case math.IsNaN(best.P):
		return fmt.Sprintf("%s has the lowest %s, %.3f (nothing is tested)", best.Label, loss, best.Loss)
	}
	if choice.Open() {
		return "no method is shown to be best. " + strings.TrimSuffix(leastAndCheapest(choice), ".")
	}
	return fmt.Sprintf("take %s, which has the lowest %s, %.3f", best.Label, loss, best.Loss)
}

// compared says over which repeats methods are compared, where that is not all, and which have too few fits.
func compared(choice analysis.Choice) string {
	text := ""
	switch {
	case choice.Repeats < choice.Planned && len(choice.Standings) == 1:
		text = fmt.Sprintf("It has %d of %d repeats. ", choice.Repeats, choice.Planned)
	case choice.Repeats < choice.Planned:
		text = fmt.Sprintf("Compared over the %d of %d repeats that all methods have. ", choice.Repeats, choice.Planned)
	}
	if len(choice.NotCompared) > 0 {
		text += fmt.Sprintf("Not compared, with too few fits: %s.", wording.And(choice.NotCompared))
	}
	return strings.TrimSpace(text)
}

// rare warns of a class that the error says little about.
func rare(table record.Dataset) string {
	if len(table.ClassRows) == 0 || table.Multilabel {
		return ""
	}
	rows := 0
	for _, n := range table.ClassRows {
		rows += n
	}
	least := slices.Min(table.ClassRows)
	name, share := data.Shown(table.ClassNames[slices.Index(table.ClassRows, least)]), float64(least)/float64(rows)
	switch {
	case least == 1:
		return fmt.Sprintf("Class %s has a single row, which is not tested: no number here says anything about it.", name)
	case share < rareClass:
		return fmt.Sprintf("Class %s has %s of the rows: the error says little about it, the balanced error and the NLL say more.", name, wording.Percent(share))
	}
	return ""
}
