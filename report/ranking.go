package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
)

// meanRank is how a label stands on average.
type meanRank struct {
	label string
	rank  float64
	first int // data sets on which it is best, alone or with others
}

// ranking ranks labels by their summary on each data set at one setting of the
// grid (1 is best, ties at their mean) and averages over the data sets that all
// labels have; sets is their number.
func (p *project) ranking(metric, summary string, setting coordinates) (ranks []meanRank, sets int) {
	var labels []string
	for _, label := range p.labels {
		if p.competes(label, metric) {
			labels = append(labels, label)
			ranks = append(ranks, meanRank{label: label})
		}
	}
	for _, dataset := range p.dimension("dataset").values {
		at := setting.with("dataset", dataset)
		values := make([]float64, 0, len(labels))
		for _, label := range labels {
			s := Summarise(p.group(at.with("label", label)).ok, metric, summary)
			if s.N == 0 {
				break
			}
			if metrics.Get(metric).HigherIsBetter {
				s.Value = -s.Value
			}
			values = append(values, s.Value)
		}
		if len(values) < len(labels) {
			continue
		}
		sets++
		for i, r := range meanRanks(values) {
			ranks[i].rank += r
			if values[i] == slices.Min(values) {
				ranks[i].first++
			}
		}
	}
	for i := range ranks {
		ranks[i].rank /= math.Max(1, float64(sets))
	}
	return ranks, sets
}

// ranking writes the mean ranks over data sets, a line for each metric and
// setting of the grid, where there are two data sets or more.
func (w *page) ranking(p *project) {
	started := false
	for _, metric := range p.scores() {
		for _, setting := range combinations(p.rest("label", "dataset")) {
			ranks, sets := p.ranking(metric, summaryOf(p.Spec.Tables, metric), setting)
			if sets < 2 {
				continue
			}
			if !started {
				started = true
				w.rankingHead(p)
			}
			name := metrics.Get(metric).Title
			if at := p.several(setting); len(at) > 0 {
				name += ", " + describe(at)
			}
			w.printf("| %s | %d |", escapeMarkdown(name), sets)
			for _, label := range p.labels {
				w.printf(" %s |", rankOf(ranks, label))
			}
			w.printf("\n")
		}
	}
	if started {
		w.printf("\nMean ranks describe these data sets; with so few of them they say little about others.\n\n")
	}
}

func (w *page) rankingHead(p *project) {
	w.printf("**Mean ranks over data sets** (1 is best; ties share; only data sets that all methods have; in parentheses how often best)\n\n| metric | data sets |")
	for _, label := range p.labels {
		w.printf(" %s |", escapeMarkdown(label))
	}
	w.printf("\n|---|---|%s\n", strings.Repeat("---|", len(p.labels)))
}

// rankOf writes a label's mean rank, a dash if it is not ranked.
func rankOf(ranks []meanRank, label string) string {
	for _, r := range ranks {
		if r.label == label {
			return fmt.Sprintf("%.2f (%d)", r.rank, r.first)
		}
	}
	return "–"
}

// summaryOf is the summary of the first table that has a metric.
func summaryOf(tables []spec.Table, metric string) string {
	for _, t := range tables {
		if slices.Contains(t.Metrics, metric) {
			return t.Summary
		}
	}
	return "mean"
}
