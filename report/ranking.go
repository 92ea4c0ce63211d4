package report

import (
	"fmt"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/report/analysis"
)

// ranking writes the mean ranks over data sets, a line for each metric and
// setting of the grid, where there are two data sets or more.
func (w *page) ranking(p *analysis.Experiment) {
	started := false
	for _, metric := range p.Scores() {
		for _, setting := range analysis.Combinations(p.Rest("label", "dataset")) {
			ranks, sets := p.Ranking(metric, analysis.SummaryOf(p.Spec.Tables, metric), setting)
			if sets < 2 {
				continue
			}
			if !started {
				started = true
				w.rankingHead(p)
			}
			name := metrics.Get(metric).Title
			if at := p.Several(setting); len(at) > 0 {
				name += ", " + analysis.Describe(at)
			}
			w.printf("| %s | %d |", escapeMarkdown(name), sets)
			for _, label := range p.Labels {
				w.printf(" %s |", rankOf(ranks, label))
			}
			w.printf("\n")
		}
	}
	if started {
		w.printf("\nMean ranks describe these data sets; with so few of them they say little about others.\n\n")
	}
}

func (w *page) rankingHead(p *analysis.Experiment) {
	w.printf("**Mean ranks over data sets** (1 is best; ties share; only data sets that all methods have; in parentheses how often best)\n\n| metric | data sets |")
	for _, label := range p.Labels {
		w.printf(" %s |", escapeMarkdown(label))
	}
	w.printf("\n|---|---|%s\n", strings.Repeat("---|", len(p.Labels)))
}

// rankOf writes a label's mean rank, a dash if it is not ranked.
func rankOf(ranks []analysis.MeanRank, label string) string {
	for _, r := range ranks {
		if r.Label == label {
			return fmt.Sprintf("%.2f (%d)", r.Rank, r.First)
		}
	}
	return "–"
}
