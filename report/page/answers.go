package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// rareClass is the share of rows below which a class says little in the error.
const rareClass = 0.05

// answers writes which method to take for each table of the user's own.
func answers(d *document.Document, c *Context) {
	for _, a := range c.Answers() {
		d.Tell("%s", document.EscapeSentence(answer(a)))
	}
}

// answer says which method to take, in sentences.
func answer(a analysis.Answer) string {
	parts := []string{
		fmt.Sprintf("%s: %s.", analysis.Describe(a.At.With("dataset", a.Dataset.Name)), ranked(a)),
		linear(a),
		compared(a),
		trains(a),
		mistakes(a),
	}
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, " ")
}

// trains says how long the best trains; on a busy machine by CPU time, which what was imported may
// not have.
func trains(a analysis.Answer) string {
	switch {
	case a.Busy && !math.IsNaN(a.Best.CPUSeconds):
		return fmt.Sprintf("%s trains in %.2g s of CPU time.", a.Best.Label, a.Best.CPUSeconds)
	case math.IsNaN(a.Best.Seconds):
		return ""
	}
	return fmt.Sprintf("%s trains in %.2g s.", a.Best.Label, a.Best.Seconds)
}

// ranked names the best, the methods that cannot be told from it, and those that cannot be
// tested against it.
func ranked(a analysis.Answer) string {
	loss := a.Worth.LossName()
	if a.Alone {
		return fmt.Sprintf("%s alone has enough fits, and its %s is %.3f", a.Best.Label, loss, a.Best.Loss)
	}
	text := fmt.Sprintf("%s has the lowest %s, %.3f", a.Best.Label, loss, a.Best.Loss)
	if a.Repeats < 2 {
		return text + " (on one split; nothing is tested)"
	}
	if len(a.Tied) > 0 {
		text += "; " + wording.And(labelsOf(a.Tied)) + " cannot be told from it"
	}
	if n := len(a.Untested); n > 0 {
		text += fmt.Sprintf("; %s %s not tested against it", wording.And(labelsOf(a.Untested)), wording.Agree(n, "is", "are"))
	}
	return text
}

// labelsOf names methods.
func labelsOf(all []analysis.Contender) []string {
	var out []string
	for _, c := range all {
		out = append(out, c.Label)
	}
	return out
}

// compared says over which repeats methods are compared, where that is not all, and which have too
// few fits.
func compared(a analysis.Answer) string {
	text := ""
	switch {
	case a.Repeats < a.Planned && a.Alone:
		text = fmt.Sprintf("It has %d of %d repeats. ", a.Repeats, a.Planned)
	case a.Repeats < a.Planned:
		text = fmt.Sprintf("Compared over the %d of %d repeats that all have. ", a.Repeats, a.Planned)
	}
	if len(a.NotCompared) > 0 {
		text += fmt.Sprintf("Not compared, for want of fits: %s.", wording.And(a.NotCompared))
	}
	return strings.TrimSpace(text)
}

// linear says whether the best is better than the linear model.
func linear(a analysis.Answer) string {
	l := a.Linear
	switch {
	case l == nil:
		return ""
	case math.IsNaN(l.P):
		return fmt.Sprintf("The linear model, %s, has %.3f.", l.Label, l.Loss)
	case l.P < analysis.Significant:
		return fmt.Sprintf("It is better than the linear model, %s (%.3f, %s).", l.Label, l.Loss, wording.PIs(l.P))
	}
	return fmt.Sprintf("It is not shown to be better than the linear model, %s.", l.Label)
}

// mistakes says what the best gets wrong, with what it is to be held against.
func mistakes(a analysis.Answer) string {
	if a.Dataset.Multilabel {
		return hits(a)
	}
	text := fmt.Sprintf("Its error is %s", wording.Percent(a.Best.Secondary))
	if !math.IsNaN(a.Best.Balanced) {
		text += fmt.Sprintf(", its balanced error %s", wording.Percent(a.Best.Balanced))
	}
	largest, smallest, rare := a.Prevalence()
	if !math.IsNaN(largest) {
		text += fmt.Sprintf("; the largest class has %s of the rows", wording.Percent(largest))
	}
	text += "."
	switch {
	case slices.Contains(a.Dataset.ClassRows, 1):
		text += fmt.Sprintf(" Class %s has a single row, which is not tested: no number here says anything about it.", data.Shown(rare))
	case smallest < rareClass:
		text += fmt.Sprintf(" Class %s has %s of the rows: the error says little about it, the balanced error and the NLL say more.", data.Shown(rare), wording.Percent(smallest))
	}
	return text
}

// hits says how often the label that the best ranks first is right.
func hits(a analysis.Answer) string {
	text := fmt.Sprintf("The label that it ranks first is right in %s of the rows", wording.Percent(a.Best.Secondary))
	if a.Shares != nil {
		text += fmt.Sprintf(", the most frequent label in %s", wording.Percent(a.Shares.Secondary))
	}
	return text + "."
}
