package page

import (
	"fmt"
	"math"
	"strings"

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
		d.List(a.Sentences())
		worth := a.all[0].Worth
		t := document.Table{Head: []string{"data", "data sets", "lowest mean rank in " + worth.LossName(), "cannot be told from it", "soonest near its own best", "lowest mean rank in " + analysis.ShortName(c.Metric(worth.Secondary))}}
		for _, of := range a.all {
			t.Rows = append(t.Rows, []string{
				of.Kind, fmt.Sprint(len(of.Sets)), standing(of.Best), wording.OrDash(standings(of.Tied)), standing(of.Fastest), standing(of.MostRight),
			})
		}
		d.Add(t)
		d.Paragraph("Mean ranks are over the data sets on which all methods have results, 1 the best%s. Over %d data sets or more they are told apart by Nemenyi's critical difference at 5%%. "+
			"Seconds are medians over data sets of the %s to within 2%% of a method's own best test %s. Rows are those trained on.", leftOut(c.Experiment), analysis.FewestAdvised, clockName(a.all[0].Busy), worth.LossName())
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

// Sentences say what to take, over all data sets first.
func (a Advice) Sentences() []string {
	var out []string
	for _, of := range a.all {
		out = append(out, document.EscapeSentence(advised(of)))
	}
	return out
}

// setsOf says which data sets it is that advice is for.
func setsOf(a analysis.Advice) string {
	sets := wording.Plural(len(a.Sets), "data set")
	switch {
	case a.Kind != analysis.AllSets:
		return fmt.Sprintf("%s (%s):", wording.Capital(a.Kind), sets)
	case len(a.Sets) == 1:
		return "On " + sets
	}
	return "Over all " + sets
}

// advised says in a sentence what to take.
func advised(a analysis.Advice) string {
	text := fmt.Sprintf("%s %s has the lowest mean rank in test %s, %.1f", setsOf(a), a.Best.Label, a.Worth.LossName(), a.Best.Rank)
	switch {
	case !a.Tested:
		text += "; these are too few data sets for a test"
	case len(a.Tied) == 0:
		text += ", and is told apart from all others"
	default:
		var names []string
		for _, s := range a.Tied {
			names = append(names, s.Label)
		}
		text += "; " + wording.And(names) + " cannot be told from it"
	}
	clock := ""
	if a.Busy {
		clock = ofCPUTime
	}
	if a.Fastest.Label != a.Best.Label {
		text += fmt.Sprintf(". Of these %s comes soonest to within 2%% of its own best %s (%s%s; %s %s)", a.Fastest.Label, a.Worth.LossName(), brief(a.Fastest.Seconds), clock, a.Best.Label, brief(a.Best.Seconds))
	} else if !math.IsNaN(a.Best.Seconds) {
		text += fmt.Sprintf(". It comes to within 2%% of its own best %s in %s%s", a.Worth.LossName(), brief(a.Best.Seconds), clock)
	}
	return text + "."
}

// clockName is what sentences call the time of a fit.
func clockName(busy bool) string {
	if busy {
		return "CPU time of training"
	}
	return "training time"
}

// ofCPUTime stands behind seconds where wall times are too long, as of fits on a busy machine.
const ofCPUTime = " of CPU time"

// standing writes a method with its mean rank and its time.
func standing(s analysis.Standing) string {
	return fmt.Sprintf("%s (%.1f, %s)", document.Escape(s.Label), s.Rank, brief(s.Seconds))
}

// standings writes several.
func standings(all []analysis.Standing) string {
	var parts []string
	for _, s := range all {
		parts = append(parts, fmt.Sprintf("%s (%.1f)", document.Escape(s.Label), s.Rank))
	}
	return strings.Join(parts, ", ")
}

// brief writes seconds with two digits.
func brief(seconds float64) string {
	if math.IsNaN(seconds) {
		return "–"
	}
	return wording.Short(seconds, 2) + " s"
}
