package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/report/document"
	"gpcbench/report/figures"
	"gpcbench/wording"
)

// advice writes which method to take over all data sets, if the specification asks for it or has
// several tables of the user's own.
func advice(d *document.Document, c *Context) {
	if !c.Advises() {
		return
	}
	if len(c.Choices) == 0 {
		d.Heading(2, adviceHeading)
		d.Paragraph(noneCompared(c))
	}
	var rest document.Document // of what is not complete, which is not for use
	for _, choice := range c.Choices {
		title := adviceHeading
		if len(choice.At) > 0 {
			title += ", " + analysis.Describe(choice.At)
		}
		d.Heading(2, document.Escape(title))
		d.Tell("%s", adviceOf(c, choice))
		if !choice.Complete() {
			if len(choice.At) > 0 {
				rest.Paragraph("%s:", wording.Capital(analysis.Describe(choice.At)))
			}
			rest.Add(standings(choice, choice.ByName()))
			explained(&rest, choice)
			continue
		}
		fitCommand(d, c, choice)
		d.Add(standings(choice, choice.Standings))
		explained(d, choice)
	}
	if len(c.Choices) == 0 {
		return
	}
	if choice := c.Choices[0]; !choice.Complete() {
		rest.Add(overSets(c)...)
		d.Add(document.Folded{Summary: document.Text("Interim results over %d of the %s: not for use", len(choice.Sets), wording.Plural(len(c.Distinct()), "data set")), Document: rest})
		return
	}
	d.Add(overSets(c)...)
}

// overSets are figures and pairs of methods over the data sets.
func overSets(c *Context) []document.Block {
	var d document.Document
	for _, fig := range figures.OverSets(c.Experiment) {
		d.Add(document.Image{Name: fig.Name, Drawing: fig.Drawing, Text: document.Escape(fig.Words.Of)})
		d.Paragraph("%s", strings.Join(fig.Words.Guide, " "))
	}
	for _, choice := range c.Choices {
		pairsOverSets(&d, c, choice)
	}
	return d.Blocks
}

// noneCompared says why there is no advice: no data set has all methods, or no method can be recommended.
func noneCompared(c *Context) string {
	if len(c.Advised()) == 0 {
		return "No method can be recommended: none of those for all data sets learns more than shares of classes or labels."
	}
	without := slices.DeleteFunc(c.Advised(), func(label string) bool { return c.Group(analysis.Coordinates{"label": label}).Done > 0 })
	if whole := c.Group(nil); len(without) > 0 && whole.Done+len(whole.Failures) == whole.Planned {
		return fmt.Sprintf("Methods cannot be compared, as no data set has results of all of them: no fit of %s finished.", wording.And(without))
	}
	return "Methods cannot be compared yet, as no data set has results of all of them: runexp plan says what is missing."
}

// adviceHeading is the heading of all advice.
const adviceHeading = "Which method to take"

// adviceOf says which method to take over all data sets and within little time, or why there is no advice.
func adviceOf(c *Context, choice analysis.Choice) string {
	text := advised(choice)
	if f := c.Advising; f != nil && choice.Recommends() {
		if label, known := soonest(f); known && label != choice.Best().Label {
			text += fmt.Sprintf(" Within %g s %s has the least mean regret.", littleTime, label)
		}
	}
	return text
}

// littleTime is the time, in seconds, in which advice also says what to take.
const littleTime = 10.0

// soonest is the method of the least mean regret after little time; known is whether records tell it.
func soonest(f *analysis.Fits) (label string, known bool) {
	if last, _ := f.Known(); last < littleTime {
		return "", false
	}
	first := f.AfterTime(littleTime)[0]
	return first.Label, first.Begun > 0
}

// advised says which method to take over all data sets, or why there is no advice.
func advised(choice analysis.Choice) string {
	best, loss := choice.Best(), choice.Worth.LossName()
	switch sets := wording.Plural(len(choice.Sets), "data set"); {
	case !choice.Complete():
		return fmt.Sprintf("Incomplete: %d of %d cells have a record. No method is recommended.", choice.Done, choice.Cells)
	case len(choice.Sets) < analysis.FewestSets:
		return fmt.Sprintf("No method is recommended over %s: a recommendation needs %d.", sets, analysis.FewestSets)
	case !choice.Recommends():
		return fmt.Sprintf("No method is recommended: over %s none has a lower mean %s than %s.", sets, loss, wording.And(choice.Labels(analysis.Floor)))
	case best.Stands == analysis.AsGood:
		text := fmt.Sprintf("Take %s: over %s it is as good as any other, within %g nats.", best.Label, sets, choice.Worth.Margin)
		if soonest := choice.Soonest(); soonest != "" {
			text += fmt.Sprintf(" Of the methods that are as good, %s takes the least time.", soonest)
		}
		return text
	case choice.Open():
		return fmt.Sprintf("No method is shown to be best over %s. %s", sets, leastAndCheapest(choice))
	default:
		return fmt.Sprintf("Take %s: over %s its mean %s is the lowest. Another method may be better by %g nats or more.%s", best.Label, sets, loss, choice.Worth.Margin, restsOn(choice))
	}
}

// restsOn names the method that leads if one data set is left out, or counts the data sets whose removal changes the lead.
func restsOn(choice analysis.Choice) string {
	switch leads := choice.RestsOn; len(leads) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(" Without %s, %s leads.", leads[0].Without, leads[0].Label)
	default:
		return fmt.Sprintf(" Leaving out any one of %d of these data sets gives another method the lead.", len(leads))
	}
}

// leastAndCheapest names two methods to take where none is shown to be better than another.
func leastAndCheapest(choice analysis.Choice) string {
	text := fmt.Sprintf("Lowest %s: %s.", choice.Worth.LossName(), choice.Best().Label)
	if label := choice.Cheapest(); label != "" {
		text += fmt.Sprintf(" Cheapest method not shown to be worse: %s.", label)
	}
	return text
}

// fitCommand writes the command that fits the recommended method, and the command that chooses one for another table.
func fitCommand(d *document.Document, c *Context, choice analysis.Choice) {
	if !choice.Recommends() || c.Fit == nil {
		return
	}
	name := "NAME"
	if choice.OnOne() {
		name = choice.Sets[0]
	}
	if command := c.Fit(choice.Best().Label, name); command != "" {
		d.TellCode(command)
	}
	if !slices.ContainsFunc(choice.Sets, func(name string) bool { return c.Dataset(name).Own }) {
		d.Paragraph("For your table: `runexp take my.csv`.")
	}
}

// standings is the table of methods with their standings, in the given order.
func standings(choice analysis.Choice, ordered []analysis.Standing) document.Table {
	loss, several, clock := choice.Worth.LossName(), !choice.OnOne(), "time"
	if choice.Busy {
		clock = "CPU time"
	}
	t := document.Table{Head: document.Cells("method", "stands", "mean "+loss, "above the best", "P", "upper 95% bound")}
	if several {
		t.Head = append(t.Head, document.Cells("mean regret", "sets worse than the shares", "sets not finished", clock)...)
	} else {
		t.Head = append(t.Head, document.Cells(choice.Worth.SecondaryName())...)
		if choice.Worth.Balanced != "" {
			t.Head = append(t.Head, document.Cells(analysis.ShortName(metrics.Get(choice.Worth.Balanced)))...)
		}
		t.Head = append(t.Head, document.Cells(clock)...)
	}
	for _, s := range ordered {
		difference, word, above := "–", wording.OrDash(s.Stands), fmt.Sprint(s.AboveShares)
		if s.Label != choice.Best().Label {
			difference = analysis.WithInterval(s.ToBest)
		}
		if word == analysis.Floor {
			above = "–"
		}
		row := []any{s.Label, word, bound(s.Loss), difference, wording.PValue(s.P), bound(s.Upper)}
		if several {
			row = append(row, bound(s.Regret), above, s.Unfinished)
		} else {
			row = append(row, bound(s.Secondary))
			if choice.Worth.Balanced != "" {
				row = append(row, bound(s.Balanced))
			}
		}
		t.Add(append(row, brief(s.Seconds))...)
	}
	return t
}

// bound writes a loss or a difference, or a dash if it is not known or there is no other method.
func bound(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	return wording.Fixed(x, 3)
}

// explained says how the table of standings is read.
func explained(d *document.Document, choice analysis.Choice) {
	loss := choice.Worth.LossName()
	d.Paragraph("Regret is a method's %s minus the lowest on that data set. Time is the %s until a fit is within 2%% of its own best %s: the median over data sets of means over repeats. "+
		"The best method, regrets and standings depend on which methods are compared. A pair's difference, interval and P do not.", loss, clockName(choice.Busy), loss)
	if slices.ContainsFunc(choice.Standings, func(s analysis.Standing) bool { return s.Unfinished > 0 }) {
		d.Paragraph("A method has not finished a data set if most of its fits there used up their budget, and their %s fell by more than %g in the second half of it or they had no model before that.", loss, choice.Worth.Fall())
	}
	if !choice.OnOne() && len(choice.NotCompared) > 0 {
		d.Paragraph("Not compared, as not for all data sets: %s.", wording.And(choice.NotCompared))
	}
	if choice.Best().Stands != "" {
		d.Paragraph("P: the one-sided P-value for some other method having a lower %s, corrected for the number of methods by flipping the signs of whole data sets (docs/statistics.md). "+
			"*worse*: P is below 0.05, however small the difference. *as good*: the upper 95%% bound of the distance to the best other method is below %g nats. *undecided*: too little evidence.", loss, choice.Worth.Margin)
	}
}

// pairsOverSets writes all pairs of methods over the data sets.
func pairsOverSets(d *document.Document, c *Context, choice analysis.Choice) {
	all := c.OverSets(choice.At)
	if len(all) == 0 {
		return
	}
	t := document.Table{Head: []document.Marked{"pair", "data sets", "first is lower on", "mean difference", "P"}}
	for _, pair := range all {
		t.Add(pair.A+" − "+pair.B, fmt.Sprint(pair.N), fmt.Sprint(pair.Below), analysis.WithInterval(pair.Test), wording.PValue(pair.Test.P))
	}
	summary := "All pairs in " + choice.Worth.LossName() + " over data sets, with 95% intervals"
	if len(choice.At) > 0 {
		summary += ", " + analysis.Describe(choice.At)
	}
	d.Add(document.Folded{Summary: document.Escape(summary), Document: document.Document{Blocks: []document.Block{t}}})
}

// clockName is what sentences call the time of a fit.
func clockName(busy bool) string {
	if busy {
		return "CPU time of training"
	}
	return "training time"
}

// brief writes seconds with two digits.
func brief(seconds float64) string {
	if math.IsNaN(seconds) {
		return "–"
	}
	return wording.Short(seconds, 2) + " s"
}
