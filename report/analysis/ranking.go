package analysis

import (
	"cmp"
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// MeanRank is how a label stands on average.
type MeanRank struct {
	Label string
	Rank  float64
	First int // data sets on which it is best, alone or with others
}

// Ranking ranks labels by their summary on each data set at one setting of the
// grid (1 is best, ties at their mean), over the repeats that all labels have, and averages over
// the data sets on which there are any; sets is their number. Methods that learn shares alone do
// not take part.
func (p *Experiment) Ranking(metric, summary string, setting Coordinates) (ranks []MeanRank, sets int) {
	var labels []string
	for _, label := range p.Labels {
		if p.canBeBest(label, metric) {
			labels = append(labels, label)
		}
	}
	return p.rank(labels, p.Distinct(), metric, summary, setting)
}

// Distinct returns the names of data sets, of several that are one set under other names, as in
// splits of other sizes, the first: tests over data sets want them independent.
func (p *Experiment) Distinct() []string {
	seen := map[string]bool{}
	var out []string
	for _, name := range p.Dimension("dataset").Values {
		set := cmp.Or(p.Dataset(name).Set, name)
		if !seen[set] {
			out = append(out, name)
		}
		seen[set] = true
	}
	return out
}

// rank is Ranking of some labels on some data sets.
func (p *Experiment) rank(labels, datasets []string, metric, summary string, setting Coordinates) (ranks []MeanRank, sets int) {
	for _, label := range labels {
		ranks = append(ranks, MeanRank{Label: label})
	}
	for _, dataset := range datasets {
		values := make([]float64, 0, len(labels))
		for _, records := range p.common(labels, setting.With("dataset", dataset), metric) {
			s := Summarise(records, metric, summary)
			if metrics.Get(metric).HigherIsBetter {
				s.Value = -s.Value
			}
			values = append(values, s.Value)
		}
		if len(values) < len(labels) {
			continue
		}
		sets++
		here := meanRanks(values)
		for i, r := range here {
			ranks[i].Rank += r
			if r == slices.Min(here) {
				ranks[i].First++
			}
		}
	}
	for i := range ranks {
		ranks[i].Rank /= math.Max(1, float64(sets))
	}
	return ranks, sets
}

// tied is how far apart numbers are, as a share of the larger, that differ by rounding alone: 0.23 -
// 0.21 and 0.25 - 0.23 are one.
const tied = 1e-9

// meanRanks returns the ranks from 1, ties at their mean.
func meanRanks(x []float64) []float64 {
	order := ascending(x)
	ranks := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]]-x[order[i]] <= tied*max(math.Abs(x[order[i]]), math.Abs(x[order[j]])) {
			j++
		}
		for k := i; k < j; k++ {
			ranks[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return ranks
}

// common returns, by label, the records at a place of the repeats in which all labels have a
// metric; nil where there is none.
func (p *Experiment) common(labels []string, at Coordinates, metric string) [][]record.Record {
	all := make([][]record.Record, len(labels))
	var common []int
	for i, label := range labels {
		all[i] = withMetric(p.Group(at.With("label", label)).OK, metric)
		if repeats := repeatsOf(all[i]); i == 0 {
			common = repeats
		} else {
			common = inBoth(common, repeats)
		}
	}
	if len(common) == 0 {
		return nil
	}
	for i := range all {
		all[i] = ofTheseRepeats(all[i], common)
	}
	return all
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
