package analysis

import (
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
)

// MeanRank is how a label stands on average.
type MeanRank struct {
	Label string
	Rank  float64
	First int // data sets on which it is best, alone or with others
}

// Ranking ranks labels by their summary on each data set at one setting of the
// grid (1 is best, ties at their mean) and averages over the data sets that all
// labels have; sets is their number.
func (p *Experiment) Ranking(metric, summary string, setting Coordinates) (ranks []MeanRank, sets int) {
	var labels []string
	for _, label := range p.Labels {
		if p.competes(label, metric) {
			labels = append(labels, label)
		}
	}
	return p.rank(labels, p.Dimension("dataset").Values, metric, summary, setting)
}

// rank is Ranking of some labels on some data sets.
func (p *Experiment) rank(labels, datasets []string, metric, summary string, setting Coordinates) (ranks []MeanRank, sets int) {
	for _, label := range labels {
		ranks = append(ranks, MeanRank{Label: label})
	}
	for _, dataset := range datasets {
		at := setting.With("dataset", dataset)
		values := make([]float64, 0, len(labels))
		for _, label := range labels {
			s := Summarise(p.Group(at.With("label", label)).OK, metric, summary)
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
			ranks[i].Rank += r
			if values[i] == slices.Min(values) {
				ranks[i].First++
			}
		}
	}
	for i := range ranks {
		ranks[i].Rank /= math.Max(1, float64(sets))
	}
	return ranks, sets
}

// SummaryOf is the summary of the first table that has a metric.
func SummaryOf(tables []spec.Table, metric string) string {
	for _, t := range tables {
		if slices.Contains(t.Metrics, metric) {
			return t.Summary
		}
	}
	return "mean"
}
