package take

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/wording"
)

// Whether the linear model would do, on the rows that judge.
const (
	LinearDoes  = "yes"
	LinearNot   = "no"
	LinearMaybe = "undecided"
)

// LinearWouldDo says whether the linear model of that label would do instead of the method taken: it is
// as good, or worse by less than the margin; "" if unknown.
func (o Outcome) LinearWouldDo(label string) string {
	i := slices.IndexFunc(o.Results, func(s Result) bool { return s.Label == label })
	if i < 0 {
		return ""
	}
	if result := o.Results[i]; result.Stands == analysis.Worse && result.Above.High < o.Worth.Margin {
		return LinearDoes
	}
	return map[string]string{Taken: LinearDoes, analysis.AsGood: LinearDoes, Better: LinearDoes, analysis.Worse: LinearNot, analysis.Undecided: LinearMaybe}[o.Results[i].Stands]
}

// sameLoss is the difference in nats up to which two losses count as the same, the accuracy of quadrature.
const sameLoss = 1e-9

// Learnt says whether the choice has a lower loss than the class shares, on what both were judged. If not,
// no model is to be written.
func (o Outcome) Learnt() bool {
	if o.Halves[1] == "" {
		return o.Taken != ""
	}
	return !slices.ContainsFunc(o.Results, func(s Result) bool { return s.Stands == analysis.Floor && s.Above.Value <= sameLoss })
}

// shownBest is how many of the methods with the lowest loss are shown.
const shownBest = 3

// Lines is the table of results in lines of words: the best, the linear model of that label, and the floors.
func (o Outcome) Lines(linear string) [][]string {
	head := []string{"method", o.Worth.SecondaryName(), o.Worth.LossName(), "seconds"}
	tested, differ := o.tested()
	if differ {
		head = append(head, tested)
	}
	lines := [][]string{append(head, "comparison, on rows that both were tested on")}
	for i, s := range o.Results {
		if !o.shown(i, linear) {
			continue
		}
		line := []string{o.name(s.Label), s.Error.String(), s.Loss.String(), brief(s.Seconds)}
		if differ {
			line = append(line, fmt.Sprint(s.tested(tested)))
		}
		lines = append(lines, append(line, o.stands(s)))
	}
	return lines
}

// ofChoice replaces the name of a method if the results of two methods judge the choice.
const ofChoice = "what this choice gives"

// name is the name of a label in the table, shortened for a mean.
func (o Outcome) name(label string) string {
	switch {
	case label == "":
		return ofChoice
	case label == o.Taken && len(o.Members) > 1:
		return fmt.Sprintf("mean of %d", len(o.Members))
	}
	return label
}

// tested says whether methods are judged on rows or on repeats, and whether their numbers differ.
func (o Outcome) tested() (what string, differ bool) {
	what = "rows"
	if slices.ContainsFunc(o.Results, func(s Result) bool { return s.Rows == 0 }) {
		what = "repeats"
	}
	first := o.Results[0].tested(what)
	return what, slices.ContainsFunc(o.Results, func(s Result) bool { return s.tested(what) != first })
}

// tested is the number of rows, or of repeats, that judge a method.
func (s Result) tested(what string) int {
	if what == "rows" {
		return s.Rows
	}
	return s.Repeats
}

// stands is how a method compares with the one taken, in words.
func (o Outcome) stands(s Result) string {
	word := s.Stands
	switch {
	case s.Stands == Choice:
		return "each half's choice, on the other half"
	case s.Stands == Taken && !o.Learnt():
		word = "best of the folds"
	}
	switch {
	case math.IsNaN(s.Above.Value):
		return word
	case math.Abs(s.Above.Value) <= sameLoss:
		return word + ", the same"
	}
	return word + fmt.Sprintf(", %s by %s", beside(s.Above.Value), s.Above.text(math.Abs(s.Above.Value)))
}

// shown says whether the i-th result is in the table.
func (o Outcome) shown(i int, linear string) bool {
	return i < shownBest || o.disagree() && i == shownBest || o.Results[i].Label == linear || o.Results[i].Stands == analysis.Floor
}

// brief writes seconds.
func brief(seconds float64) string {
	if seconds < 10 {
		return wording.Fixed(seconds, 2)
	}
	return wording.Fixed(seconds, 0)
}

// beside says whether a loss is lower or higher than the first.
func beside(difference float64) string {
	if difference < 0 {
		return "lower"
	}
	return "higher"
}

// text is a value with the interval of the estimate, negated if the estimate is negative.
func (e Estimate) text(value float64) string {
	if e.Value < 0 {
		e.Low, e.High = -e.High, -e.Low
	}
	e.Value = value
	return e.String()
}

// String is the value with its interval, if it has one.
func (e Estimate) String() string {
	if math.IsNaN(e.Value) {
		return "–"
	}
	value, interval := analysis.Written(e.Value, e.Low, e.High)
	return strings.TrimSpace(value + " " + interval)
}

// Sentences say what the table of results does not.
func (o Outcome) Sentences(linear string) []string {
	var out []string
	if out = append(out, o.left(linear)...); o.Taken == "" {
		return out
	}
	if out = append(out, o.choice()); !o.Learnt() {
		return out
	}
	if len(o.Members) > 1 {
		out = append(out, fmt.Sprintf("The mean of %d is that of the class probabilities of %s.", len(o.Members), wording.And(o.Members)))
	}
	switch o.LinearWouldDo(linear) {
	case LinearDoes:
		if o.Taken != linear {
			out = append(out, "A linear model would do.")
		}
	case LinearNot:
		out = append(out, "A linear model would not do.")
	case LinearMaybe:
		out = append(out, "These rows do not show whether a linear model would do.")
	}
	return out
}

// choice says how the method was chosen, and on which rows it was judged.
func (o Outcome) choice() string {
	if o.Halves[1] == "" {
		return o.Taken + " was chosen by half of the folds; there was no time to judge it on the others, so its figures are too optimistic."
	}
	result := o.Results[0]
	judged := "from " + wording.Plural(result.Rows, "row")
	if result.Rows == 0 {
		judged = "means over " + wording.Plural(result.Repeats, "repeat") + ", in which rows are tested more than once"
	}
	if !o.disagree() {
		return fmt.Sprintf("%s was chosen by each half of the folds, and judged by the other: its figures are %s.", o.Taken, judged)
	}
	return fmt.Sprintf("%s was chosen by all folds. The halves disagree (%s, %s). Each half tested the method that the other half chose. The first line is the result of that procedure, %s.",
		o.Taken, o.Halves[0], o.Halves[1], judged)
}

// left says which methods are not in the table.
func (o Outcome) left(linear string) []string {
	var parts, notShown []string
	for i, s := range o.Results {
		if !o.shown(i, linear) {
			notShown = append(notShown, s.Label)
		}
	}
	dropped := slices.DeleteFunc(slices.Clone(o.Beaten), func(label string) bool {
		return slices.ContainsFunc(o.Results, func(s Result) bool { return s.Label == label })
	})
	for _, of := range []struct {
		labels []string
		what   string
	}{{notShown, "also judged"}, {dropped, "dropped, beaten on the folds so far"}, {o.TooSlow, "given up, too slow for the time"}, {o.Untried, "not tried for lack of time"}, {o.Failed, "failed"}} {
		if len(of.labels) > 0 {
			parts = append(parts, of.what+": "+strings.Join(of.labels, ", "))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{wording.Capital(strings.Join(parts, "; ")) + "."}
}

// NoModel says why no model is to be written; "" if one is.
func (o Outcome) NoModel() string {
	if len(o.Results) == 0 || o.Learnt() {
		return ""
	}
	return "No model: the class shares did as well on the rows that were tested."
}

// Cautions are warnings: shares that may do as well, repeats that failed, and probabilities that are off.
func (o Outcome) Cautions() []string {
	var out []string
	untold := func(s Result) bool { return s.Stands == analysis.Floor && !(s.Above.Low > 0) } // NaN if too few rows are tested
	if o.Learnt() && slices.ContainsFunc(o.Results, untold) {
		out = append(out, "these rows do not show whether it is better than the class shares alone")
	}
	if o.Failures > 0 {
		out = append(out, fmt.Sprintf("%s failed on %d of %s", o.Taken, o.Failures, wording.Plural(o.Tried, "repeat")))
	}
	if o.ECE.Low > 0.02 {
		out = append(out, fmt.Sprintf("its probabilities are off by %s (calibration error)", o.ECE))
	}
	return out
}
