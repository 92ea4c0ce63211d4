package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/analysis/statistics"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// advising returns the fits that advice over data sets is based on, nil if there is no such advice.
func advising(p *analysis.Experiment, choices []analysis.Choice) *analysis.Fits {
	if len(choices) != 1 || !choices[0].Complete() || len(choices[0].Sets) < analysis.FewestSets {
		return nil
	}
	f := p.Fits(choices[0].At)
	if len(f.Labels) < 2 {
		return nil
	}
	return &f
}

// byTime writes which method has the least mean regret after each number of seconds.
func byTime(d *document.Document, c *Context) {
	f := c.Advising
	if f == nil {
		return
	}
	known, byBudget := f.Known()
	t := document.Table{Head: document.Cells("seconds", "take", "mean regret", "begun", "ended", "still falling", "then", "mean regret")}
	times := slices.DeleteFunc(slices.Clone(analysis.Times), func(seconds float64) bool { return seconds > known })
	if byBudget && !slices.Contains(times, known) {
		times = append(times, known) // the end
	}
	for _, seconds := range times {
		if after := f.AfterTime(seconds); after[0].Begun > 0 {
			a, next := after[0], after[1]
			t.Add(fmt.Sprint(seconds), a.Label, bound(a.Regret), percent(a.Begun), percent(a.Ended), percent(a.Falling), next.Label, bound(next.Regret))
		}
	}
	if len(t.Rows) == 0 {
		return
	}
	d.Add(t)
	loss := f.Worth.LossName()
	d.Paragraph("Here regret is the %s by that time, or that of the shares before there is a model, minus the lowest final one of any method. "+
		"*begun*: fits that have a model by then. *ended*: fits that ended by themselves. *still falling*: "+
		"fits whose %s later falls by more than %g, or fell by that much in the second half of their budget.", loss, loss, f.Worth.Fall())
	if last := slices.Max(analysis.Times); last > known {
		ended := "The longest fit took %s"
		if byBudget {
			ended = "Fits were ended after %s"
		}
		d.Paragraph(ended+": results after %g s are not known.", brief(known), last)
	}
}

// byTable writes which method has the least mean regret on data sets of one sort, and how well it is calibrated there.
func byTable(d *document.Document, c *Context) {
	f := c.Advising
	if f == nil {
		return
	}
	best, loss := c.Choices[0].Best().Label, f.Worth.LossName()
	ece, _ := f.Calibration(best)
	calibrated := !math.IsNaN(ece)
	t := document.Table{Head: document.Cells("by", "range", "sets", "take", "mean regret", best+"'s", "time")}
	all := document.Table{Head: document.Cells("method")}
	if calibrated {
		t.Head, all.Head = append(t.Head, calibrationHead...), append(all.Head, calibrationHead...)
	}
	for _, feature := range []struct {
		of   int
		name string
	}{{analysis.Rows, "training rows"}, {analysis.Attributes, "attributes"}, {analysis.Classes, f.Worth.Of()}, {analysis.Noise, "noise"}} {
		for _, band := range f.Bands(feature.of) {
			label := band.Best()
			row := []any{feature.name, span(band.Span), len(band.Sets), label, bound(band.Regret(label)), bound(band.Regret(best)), brief(band.Settled(label))}
			if calibrated {
				row = append(row, calibration(band.Calibration(label))...)
			}
			t.Add(row...)
		}
	}
	if len(t.Rows) == 0 {
		return
	}
	d.Add(t)
	d.Paragraph("*noise*: the %s of the linear model divided by that of the shares. *time*: "+
		"until a fit is within 2%% of its own best, the median over data sets of means over repeats. Bands have about the same number of data sets. "+
		"Whether their methods differ is not tested.", loss)
	if !calibrated {
		return
	}
	for _, s := range c.Choices[0].Standings {
		if slices.Contains(f.Labels, s.Label) {
			all.Add(append([]any{s.Label}, calibration(f.Calibration(s.Label))...)...)
		}
	}
	d.Paragraph("Calibration of all methods, means over data sets:")
	d.Add(all)
	d.Paragraph("Brier: " +
		"the score of the forecast that the most probable class is right, reliability − resolution + uncertainty (Murray 1973), in the bins of the ECE, corrected for few rows (Ferro and Fricker 2012). " +
		"The uncertainty is that of a method's own accuracy.")
}

// calibrationHead is above the cells of a calibration.
var calibrationHead = document.Cells("ECE", "Brier", "reliability", "resolution", "uncertainty")

// calibration is the cells of a calibration.
func calibration(ece float64, b statistics.Brier) []any {
	return []any{bound(ece), bound(b.Score()), wording.Fixed(b.Reliability, 4), bound(b.Resolution), bound(b.Uncertainty)}
}

// testedAdvice writes how well rules of advice do on data sets that are left out.
func testedAdvice(d *document.Document, c *Context) {
	f := c.Advising
	if f == nil {
		return
	}
	tested, left := f.Test()
	near, sets := f.Worth.Near(), len(left)
	if sets < analysis.FewestSets {
		return
	}
	t := document.Table{Head: append(document.Cells("rule", "mean regret"), document.Text("above *%s*", tested[0].Name), document.Text("within %g", near), "cost")}
	bySet := document.Table{Head: document.Cells("data set", "best")}
	var says []document.Marked
	for i, rule := range tested {
		above := "–"
		if i > 0 {
			above = analysis.WithInterval(rule.Above(tested[0]))
		}
		t.Add(rule.Name, wording.Fixed(rule.Mean(), 4), above, fmt.Sprintf("%d of %d", rule.Within(near), sets), percent(rule.Cost()))
		says = append(says, document.Text("*%s*: %s", rule.Name, rule.Says))
		bySet.Head = append(bySet.Head, document.Escape(rule.Name))
	}
	t.Add("oracle", "0", "–", fmt.Sprintf("%d of %d", sets, sets), "–")
	for i, s := range left {
		row := []any{s.Name, slices.MinFunc(f.Labels, func(a, b string) int { return cmp.Compare(s.Regrets[a], s.Regrets[b]) })}
		for _, rule := range tested {
			row = append(row, fmt.Sprintf("%s %s", bound(rule.Regrets[i]), strings.Join(slices.Compact(slices.Sorted(slices.Values(rule.Taken[i]))), ", ")))
		}
		bySet.Add(row...)
	}
	d.Tell("Goal: within %g nats of the best on %s of the data sets at a cost of %s. %s", near, percent(analysis.GoalSets), percent(analysis.GoalCost), worthOf(tested, f.Worth))
	d.Add(t)
	d.List(says)
	d.Tell("By all data sets the team is %s.", wording.And(f.Team()))
	d.Paragraph("Each data set is left out in turn, and the others choose a method for it. A rule that uses fits on the set itself takes all repeats but one, and that one judges the choice. "+
		"Cost is the time of the fits that a rule uses, divided by that of all methods. "+
		"Features are training rows, attributes, %s, the share of the rarest class, noise and the share of zeros (docs/statistics.md).", f.Worth.Of())
	d.Add(document.Folded{Summary: "Regret and the chosen method by data set", Document: document.Document{Blocks: []document.Block{bySet}}})
}

// worthOf says which rules meet the goal, and which has the least regret; the first always takes one method, the last
// runs all.
func worthOf(tested []analysis.Tested, w analysis.Worth) string {
	always, all := tested[0], tested[len(tested)-1]
	var met []string
	for _, rule := range tested {
		if rule.Meets(w) {
			met = append(met, rule.Name)
		}
	}
	text := fmt.Sprintf("No rule meets it: running all methods to their end reaches %s.", percent(float64(all.Within(w.Near()))/float64(len(all.Regrets))))
	if len(met) > 0 {
		text = "It is met by " + wording.And(met) + "."
	}
	best := slices.MinFunc(tested[:len(tested)-1], func(a, b analysis.Tested) int { return cmp.Compare(a.Mean(), b.Mean()) })
	if best.Name == always.Name {
		return text + " No rule has less regret than always taking the same method."
	}
	var others [][]float64
	for _, rule := range tested[1 : len(tested)-1] {
		others = append(others, rule.Regrets)
	}
	worse := statistics.NewAgainstBest(always.Regrets, others)
	shown := "shown"
	if worse.P >= statistics.Significant {
		shown = "not shown"
	}
	return text + fmt.Sprintf(" Least regret: %s. It is %s that a rule has less than always taking the same method (P %s, corrected for the number of rules).", best.Name, shown, wording.PValue(worse.P))
}

// percent writes a share with two digits.
func percent(share float64) string { return wording.Short(100*share, 2) + "%" }

// span writes the range of a feature.
func span(s analysis.Span) string {
	text := func(x float64) string {
		if x == math.Round(x) {
			return fmt.Sprint(x)
		}
		return wording.Short(x, 2)
	}
	if s.Low == s.High {
		return text(s.Low)
	}
	return text(s.Low) + "–" + text(s.High)
}
