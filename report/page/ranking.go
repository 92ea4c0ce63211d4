package page

import (
	"fmt"
	"strings"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// ranking writes the mean ranks over data sets, a line for each metric and
// setting of the grid, where there are two data sets or more that are not sizes of one.
func ranking(d *document.Document, c *Context) {
	if c.OfSizes() {
		return
	}
	t := document.Table{Head: []string{"metric", "data sets"}}
	for _, label := range c.Labels {
		t.Head = append(t.Head, document.Escape(label))
	}
	var tested []string
	for _, metric := range c.Scores() {
		for _, setting := range analysis.Combinations(c.Rest("label", "dataset")) {
			ranks, sets := c.Ranking(metric, analysis.SummaryOf(c.Spec.Tables, metric), setting)
			if sets < 2 {
				continue
			}
			name := c.Metric(metric).Title
			if at := c.Several(setting); len(at) > 0 {
				name += ", " + analysis.Describe(at)
			}
			row := []string{document.Escape(name), fmt.Sprint(sets)}
			for _, label := range c.Labels {
				row = append(row, rankOf(ranks, label))
			}
			t.Rows = append(t.Rows, row)
			if len(ranks) >= fewestRanked && sets >= fewestSets {
				tested = append(tested, fmt.Sprintf("%s %s", document.Escape(name), wording.PIs(analysis.NewFriedman(ranks, sets).P)))
			}
		}
	}
	if len(t.Rows) == 0 {
		return
	}
	d.Paragraph("**Mean ranks over data sets** (1 is best, and equal methods share a rank; over the data sets that all methods have%s; in parentheses: on how many a method is the best)", leftOut(c.Experiment))
	d.Add(t)
	if len(tested) == 0 {
		d.Paragraph("Mean ranks describe these data sets; with so few of them they say little about others.")
		return
	}
	d.Paragraph("Friedman's test of whether the mean ranks are the same: %s.", strings.Join(tested, "; "))
}

// leftOut says which data sets and methods have no part in ranks.
func leftOut(p *analysis.Experiment) string {
	text := ""
	if len(p.Distinct()) < len(p.Dimension("dataset").Values) {
		text += "; of several splits of one set the first counts"
	}
	if floors := p.Floors(); len(floors) > 0 {
		text += "; " + document.Escape(wording.And(floors)) + " " + wording.Agree(len(floors), "has", "have") + " no rank"
	}
	return text
}

// Fewer methods or data sets say nothing in a test of ranks.
const (
	fewestRanked = 3
	fewestSets   = 5
)

// rankOf writes a label's mean rank, a dash if it is not ranked.
func rankOf(ranks []analysis.MeanRank, label string) string {
	for _, r := range ranks {
		if r.Label == label {
			return fmt.Sprintf("%.2f (%d)", r.Rank, r.First)
		}
	}
	return "–"
}
