package page

import (
	"fmt"
	"math"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// advice writes which method to take for which data, where the specification asks for it.
func advice(d *document.Document, c *Context) {
	if !c.Spec.Advice {
		return
	}
	for _, a := range c.Advice {
		d.Heading(2, document.Escape(a.title))
		d.Paragraph("%s", a.Sentence())
		worth := a.all[0].Worth
		t := document.Table{Head: []string{"data", "data sets", "lowest mean rank in " + worth.LossName(), "next", "lowest mean rank in " + analysis.ShortName(c.Metric(worth.Secondary))}}
		for _, of := range a.all {
			t.Rows = append(t.Rows, []string{
				of.Kind, fmt.Sprint(len(of.Sets)), standing(of.Best), standing(of.Next), standing(of.MostRight),
			})
		}
		d.Add(t)
		d.Paragraph("Mean ranks are over the data sets on which all methods have results, 1 the best%s. "+
			"Seconds are medians over data sets of the %s to within 2%% of a method's own best test %s. Rows are those trained on.", leftOut(c.Experiment), clockName(a.all[0].Busy), worth.LossName())
	}
	if len(c.Advice) == 0 {
		d.Heading(2, adviceHeading)
		d.Paragraph("No data set has results of all methods yet, so that they cannot be ranked: `runexp plan` says what is missing.")
	}
}

// adviceHeading is the heading of all advice.
const adviceHeading = "Which method to take"

// Advice is which method to take at one setting of the grid, for each kind of data.
type Advice struct {
	title string
	all   []analysis.Advice
}

// adviceOf returns the advice at each setting at which all methods have results.
func adviceOf(p *analysis.Experiment) []Advice {
	if !p.Spec.Advice {
		return nil
	}
	var out []Advice
	for _, setting := range analysis.Combinations(p.Rest("label", "dataset")) {
		if all := p.Advise(setting); len(all) > 0 {
			title := adviceHeading
			if at := p.Several(setting); len(at) > 0 {
				title += ", " + analysis.Describe(at)
			}
			out = append(out, Advice{title, all})
		}
	}
	return out
}

// Sentence says what to take over all data sets.
func (a Advice) Sentence() string {
	of := a.all[0]
	return document.EscapeSentence(fmt.Sprintf("Over %s %s has the lowest mean rank in test %s.", wording.Plural(len(of.Sets), "data set"), of.Best.Label, of.Worth.LossName()))
}

// clockName is what sentences call the time of a fit.
func clockName(busy bool) string {
	if busy {
		return "CPU time of training"
	}
	return "training time"
}

// standing writes a method with its mean rank and its time, a dash for none.
func standing(s analysis.Standing) string {
	if s.Label == "" {
		return "–"
	}
	return fmt.Sprintf("%s (%.1f, %s)", document.Escape(s.Label), s.Rank, brief(s.Seconds))
}

// brief writes seconds with two digits.
func brief(seconds float64) string {
	if math.IsNaN(seconds) {
		return "–"
	}
	return wording.Short(seconds, 2) + " s"
}
