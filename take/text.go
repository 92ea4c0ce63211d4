package take

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/wording"
)

// Linear says whether the linear model would do, by the rows that judge.
const (
	LinearDoes  = "yes"
	LinearNot   = "no"
	LinearMaybe = "undecided"
)

// LinearWouldDo says whether the linear model of that label would do in the place of the one that is
// taken; "" where that is not known.
func (o Outcome) LinearWouldDo(label string) string {
	i := slices.IndexFunc(o.Standings, func(s Standing) bool { return s.Label == label })
	if i < 0 {
		return ""
	}
	return map[string]string{Taken: LinearDoes, AsGood: LinearDoes, Better: LinearDoes, Worse: LinearNot, Undecided: LinearMaybe}[o.Standings[i].Stands]
}

// Learnt says whether the method that is taken has a lower loss than the shares alone, as far as both
// were judged.
func (o Outcome) Learnt() bool {
	if o.Halves[1] == "" {
		return o.Taken != ""
	}
	return !slices.ContainsFunc(o.Standings, func(s Standing) bool { return s.Stands == Floor && s.Above.Value <= 0 })
}

// shownBest is how many of the methods with the lowest loss are shown.
const shownBest = 3

// Lines is the standings in lines of words: the best, the linear model of that label, and the floors.
func (o Outcome) Lines(linear string) [][]string {
	first, loss := "error", o.Worth.LossName()
	if o.Worth.Of == "labels" {
		first = "precision at 1"
	}
	lines := [][]string{{"method", first, loss, "seconds", "stands"}}
	for i, s := range o.Standings {
		if i >= shownBest && s.Label != linear && s.Stands != Floor {
			continue
		}
		stands := s.Stands
		if s.Stands != Taken && !math.IsNaN(s.Above.Value) {
			stands += fmt.Sprintf(", %s by %s", beside(s.Above.Value), s.Above.text(math.Abs(s.Above.Value)))
		}
		lines = append(lines, []string{s.Label, s.Error.String(), s.Loss.String(), brief(s.Seconds), stands})
	}
	return lines
}

// brief writes seconds.
func brief(seconds float64) string {
	if seconds < 10 {
		return wording.Fixed(seconds, 2)
	}
	return wording.Fixed(seconds, 0)
}

// beside says on which side of the one that is taken a loss is.
func beside(difference float64) string {
	if difference < 0 {
		return "lower"
	}
	return "higher"
}

// text is a value with the interval of the estimate, turned with its sign.
func (e Estimate) text(value float64) string {
	if e.Value < 0 {
		e.Low, e.High = -e.High, -e.Low
	}
	e.Value = value
	return e.String()
}

// String is the value with its interval, where it has one.
func (e Estimate) String() string {
	if math.IsNaN(e.Value) {
		return "–"
	}
	value, interval := analysis.Written(e.Value, e.Low, e.High)
	return strings.TrimSpace(value + " " + interval)
}

// Sentences say what the table of standings does not.
func (o Outcome) Sentences(linear string) []string {
	var out []string
	if out = append(out, o.left()...); o.Taken == "" {
		return out
	}
	out = append(out, o.choice())
	switch o.LinearWouldDo(linear) {
	case LinearDoes:
		out = append(out, "A linear model would do.")
	case LinearNot:
		out = append(out, "A linear model would not do.")
	case LinearMaybe:
		out = append(out, "Whether a linear model would do cannot be told from these rows.")
	}
	return out
}

// choice says how the method was chosen, and which rows its figures are of.
func (o Outcome) choice() string {
	if o.Halves[1] == "" {
		return o.Taken + " was chosen by half of the folds; there was no time to judge it on the others, and its figures are too good."
	}
	rows := wording.Plural(o.Standings[0].Rows, "row")
	if o.Halves[0] == o.Taken && o.Halves[1] == o.Taken {
		return fmt.Sprintf("%s was chosen by each half of the folds, and judged by the other: its figures are of %s.", o.Taken, rows)
	}
	return fmt.Sprintf("%s was chosen by all folds, one half of them alone prefers %s, the other %s: the figures, of %s, are of what each half judges and the other prefers.",
		o.Taken, o.Halves[0], o.Halves[1], rows)
}

// left says which methods are not in the table.
func (o Outcome) left() []string {
	var parts []string
	for _, of := range []struct {
		labels []string
		what   string
	}{{o.Beaten, "dropped, beaten on the folds so far"}, {o.TooSlow, "given up, too slow for the time"}, {o.Untried, "not tried for lack of time"}, {o.Failed, "failed"}} {
		if len(of.labels) > 0 {
			parts = append(parts, of.what+": "+strings.Join(of.labels, ", "))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{wording.Capital(strings.Join(parts, "; ")) + "."}
}

// Cautions are what to look out for: probabilities that are off, and shares that do as well.
func (o Outcome) Cautions() []string {
	var out []string
	if len(o.Standings) > 0 && !o.Learnt() {
		out = append(out, "nothing was learnt: the shares alone do as well")
	}
	if o.ECE.Low > 0.02 {
		out = append(out, fmt.Sprintf("its probabilities are off by %s (calibration error)", o.ECE))
	}
	return out
}
