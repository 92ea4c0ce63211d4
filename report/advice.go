package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// advice writes which method to take for which data, where the specification asks for it.
func (w *page) advice(p *analysis.Experiment, r *Report) {
	if !p.Spec.Advice {
		return
	}
	found := false
	for _, setting := range analysis.Combinations(p.Rest("label", "dataset")) {
		all := p.Advise(setting)
		if len(all) == 0 {
			continue
		}
		found = true
		w.Heading(2, document.Escape(adviceTitle(p, setting)))
		var said []string
		for _, a := range all {
			said = append(said, document.EscapeSentence(advised(a)))
		}
		w.List(said)
		r.advice = append(r.advice, said...)
		worth := all[0].Worth
		t := document.Table{Head: []string{"data", "data sets", "lowest mean rank in " + worth.LossName(), "cannot be told from it", "soonest near its own best", "lowest mean rank in " + analysis.ShortName(p.Metric(worth.Secondary))}}
		for _, a := range all {
			t.Rows = append(t.Rows, []string{
				a.Kind, fmt.Sprint(len(a.Sets)), standing(a.Best), wording.OrDash(standings(a.Tied)), standing(a.Fastest), standing(a.MostRight),
			})
		}
		w.Add(t)
		w.Paragraph("Mean ranks are over the data sets on which all methods have results, 1 the best%s. Over %d data sets or more they are told apart by Nemenyi's critical difference at 5%%. "+
			"Seconds are medians over data sets of the %s to within 2%% of a method's own best test %s. Rows are those trained on.", leftOut(p), analysis.FewestAdvised, clockName(all[0].Busy), worth.LossName())
	}
	if !found {
		w.Heading(2, adviceHeading)
		w.Paragraph("No data set has results of all methods yet, so that they cannot be ranked: `runexp plan` says what is missing.")
	}
}

// adviceHeading is the heading of all advice.
const adviceHeading = "Which method to take"

// adviceTarget is where the index links to from a line of advice.
const adviceTarget = reportFile + "#which-method-to-take"

// writeAdvice writes what the reports that give advice say of all data sets, if there are any.
func writeAdvice(w io.Writer, reports []document.Facts) {
	lines := ""
	for _, f := range reports {
		if len(f.Advice) > 0 {
			lines += tableLine([]string{fmt.Sprintf("[%s](%s/%s)", document.Escape(f.Title), f.Folder(), adviceTarget), f.Profile, f.Advice[0]})
		}
	}
	if lines != "" {
		fmt.Fprintf(w, "## Which method to take\n\n| comparison | profile | over all its data sets |\n|---|---|---|\n%s\n", lines)
	}
}

// adviceTitle is the heading of the advice at a setting.
func adviceTitle(p *analysis.Experiment, setting analysis.Coordinates) string {
	title := adviceHeading
	if at := p.Several(setting); len(at) > 0 {
		title += ", " + analysis.Describe(at)
	}
	return title
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
