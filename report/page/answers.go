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

// trains says how long the best trains and, where another that cannot be told from it trains
// sooner, how long that does.
func trains(a analysis.Answer) string {
	best, clock := trainingTime(a, a.Best)
	if math.IsNaN(best) {
		return ""
	}
	text := fmt.Sprintf("%s trains in %.2g s%s", a.Best.Label, best, clock)
	soonest, label := best, ""
	for _, c := range a.Tied {
		if seconds, ofIts := trainingTime(a, c); ofIts == clock && seconds < soonest {
			soonest, label = seconds, c.Label
		}
	}
	if label != "" {
		text += fmt.Sprintf(", and of those that cannot be told from it %s soonest, in %.2g s", label, soonest)
	}
	return text + "."
}

// trainingTime is how long a method trains, NaN if that is not known, and which clock that is
// by, where it is not the wall's. What was imported may have no CPU time.
func trainingTime(a analysis.Answer, c analysis.Contender) (seconds float64, clock string) {
	if a.Busy && !math.IsNaN(c.CPUSeconds) {
		return c.CPUSeconds, ofCPUTime
	}
	return c.Seconds, ""
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
	var tied, untested []string
	for _, c := range a.Tied {
		tied = append(tied, fmt.Sprintf("%s (%.3f, %s)", c.Label, c.Loss, wording.PIs(c.P)))
	}
	for _, c := range a.Untested {
		untested = append(untested, fmt.Sprintf("%s (%.3f)", c.Label, c.Loss))
	}
	if len(tied) > 0 {
		text += "; " + wording.And(tied) + " cannot be told from it"
	}
	if len(untested) > 0 {
		text += fmt.Sprintf("; %s %s not tested against it", wording.And(untested), wording.Agree(len(untested), "is", "are"))
	}
	return text
}

// compared says over which repeats methods are compared, where that is not all, and which are
// not compared.
func compared(a analysis.Answer) string {
	var said []string
	if a.Repeats < a.Planned {
		text := fmt.Sprintf("Compared over the %d of %d repeats that all have", a.Repeats, a.Planned)
		if a.Alone {
			text = fmt.Sprintf("It has %d of %d repeats", a.Repeats, a.Planned)
		}
		var failed []string
		for _, l := range a.Lacking {
			failed = append(failed, fmt.Sprintf("%s of %s", wording.Plural(l.Failed, "fit"), l.Label))
		}
		if len(failed) > 0 {
			text += fmt.Sprintf("; %s failed", wording.And(failed))
		}
		said = append(said, text+".")
	}
	for _, l := range a.NotCompared {
		var why []string
		if l.Failed > 0 {
			why = append(why, wording.Plural(l.Failed, "fit")+" failed")
		}
		if l.Missing > 0 {
			why = append(why, fmt.Sprintf("%s %s missing", wording.Plural(l.Missing, "fit"), wording.Agree(l.Missing, "is", "are")))
		}
		said = append(said, fmt.Sprintf("%s is not compared: %s.", l.Label, strings.Join(why, ", ")))
	}
	return strings.Join(said, " ")
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
	switch {
	case !math.IsNaN(largest) && a.Shares != nil:
		text += fmt.Sprintf("; the largest class has %s of the rows, and %s, which predicts the one that is largest in training, errs in %s (NLL %.3f)", wording.Percent(largest), a.Shares.Label, wording.Percent(a.Shares.Secondary), a.Shares.Loss)
	case !math.IsNaN(largest):
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
		text += fmt.Sprintf(", the most frequent label in %s (%s, log loss %.3f)", wording.Percent(a.Shares.Secondary), a.Shares.Label, a.Shares.Loss)
	}
	return text + "."
}
