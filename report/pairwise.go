package report

import (
	"fmt"
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// comparison is a test of two labels on one data set, over the repeats that
// both have.
type comparison struct {
	at       coordinates
	metric   string
	a, b     string
	median   float64 // of a - b over repeats
	test     wilcoxonResult
	adjusted float64 // p after Holm, over the comparisons of the metric
}

// longTable is the number of comparisons above which they are folded away.
const longTable = 60

// fewestRepeats is the least number of repeats that can give p < 0.05.
const fewestRepeats = 6

// pairwise compares all pairs of labels on every data set (and at every value
// of the grid) for the metrics that the tables of the experiment have, costs
// apart.
func (p *project) pairwise() []comparison {
	var out []comparison
	for _, metric := range p.scores() {
		first := len(out)
		for _, at := range combinations(p.rest("label")) {
			for i, a := range p.labels {
				for _, b := range p.labels[i+1:] {
					if !p.competes(a, metric) || !p.competes(b, metric) {
						continue
					}
					d := differences(p.group(at.with("label", a)).ok, p.group(at.with("label", b)).ok, metric)
					if len(d) < 2 {
						continue
					}
					out = append(out, comparison{at: p.several(at).with("dataset", at["dataset"]), metric: metric, a: a, b: b, median: medianOf(d), test: wilcoxon(d)})
				}
			}
		}
		var ps []float64
		for _, c := range out[first:] {
			ps = append(ps, c.test.p)
		}
		for i, q := range holm(ps) {
			out[first+i].adjusted = q
		}
	}
	return out
}

// scores returns the metrics of the tables that are not costs.
func (p *project) scores() []string {
	var out []string
	for _, t := range p.Spec.Tables {
		for _, m := range t.Metrics {
			if !metrics.Get(m).Cost && !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// differences returns a - b for the repeats that both have; records are in the
// order of repeats.
func differences(a, b []record.Record, metric string) []float64 {
	byRepeat := map[int]float64{}
	for _, r := range b {
		if v, ok := metrics.Get(metric).Value(r); ok {
			byRepeat[r.Repeat] = v
		}
	}
	var out []float64
	for _, r := range a {
		v, ok := metrics.Get(metric).Value(r)
		if w, both := byRepeat[r.Repeat]; ok && both {
			out = append(out, v-w)
		}
	}
	return out
}

// medianOf returns the median, which x must have.
func medianOf(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// meanRank is how a label stands on average.
type meanRank struct {
	label string
	rank  float64
	first int // data sets on which it is best, alone or with others
}

// ranking ranks labels by their summary on each data set (1 is best, ties at
// their mean) and averages over the data sets that all labels have; sets is
// their number.
func (p *project) ranking(metric, summary string) (ranks []meanRank, sets int) {
	var labels []string
	for _, label := range p.labels {
		if p.competes(label, metric) {
			labels = append(labels, label)
			ranks = append(ranks, meanRank{label: label})
		}
	}
	for _, at := range combinations(p.rest("label")) {
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

// pairwise writes the comparisons, if there are any.
func (w *page) pairwise(p *project) {
	all := p.pairwise()
	if len(all) == 0 {
		return
	}
	w.printf("## Pairwise comparison over repeats\n\n")
	w.printf("Wilcoxon's signed rank test of the differences over the repeats that both methods have; differences of zero are left out; p is exact up to %d differences and normal with a correction for ties above; Holm's correction is over all comparisons of a metric. ", exactRanks)
	w.printf("**The tests are too optimistic**: the training rows of different repeats overlap, so their differences are not independent. Take a small p as a hint, and a large one as no evidence. Fewer than %d repeats cannot give p < 0.05.\n\n", fewestRepeats)
	if len(all) > longTable {
		w.printf("<details><summary>%s</summary>\n\n", plural(len(all), "comparison"))
		defer w.printf("</details>\n\n")
	}
	metric := ""
	for _, c := range all {
		if c.metric != metric {
			metric = c.metric
			w.printf("\n**%s**\n\n", escapeMarkdown(metrics.Get(metric).Title))
			w.printf("| data set | pair | repeats | median difference | rank sums +/- | p | p (Holm) | |\n|---|---|---|---|---|---|---|---|\n")
		}
		total := float64(c.test.n*(c.test.n+1)) / 2
		w.printf("| %s | %s − %s | %s | %s | %g / %g | %s | %s | %s |\n", escapeMarkdown(describe(c.at)), escapeMarkdown(c.a), escapeMarkdown(c.b),
			c.repeatsText(), short(c.median, 3), c.test.plus, total-c.test.plus, probability(c.test.p), probability(c.adjusted), c.word())
	}
	w.printf("\n")
}

func (c comparison) repeatsText() string {
	if c.test.zeros == 0 {
		return fmt.Sprint(c.test.n)
	}
	return fmt.Sprintf("%d and %d equal", c.test.n, c.test.zeros)
}

// word says in plain words what a comparison shows.
func (c comparison) word() string {
	switch {
	case c.test.n+c.test.zeros < fewestRepeats:
		return "too few repeats"
	case c.adjusted >= 0.05:
		return "no difference shown"
	}
	better := c.a
	total := float64(c.test.n*(c.test.n+1)) / 2
	if (c.test.plus > total/2) != metrics.Get(c.metric).HigherIsBetter {
		better = c.b
	}
	return escapeMarkdown(better) + " better"
}

// probability writes a p-value.
func probability(p float64) string {
	if p < 1e-4 {
		return "< 0.0001"
	}
	return fmt.Sprintf("%.2g", p)
}

// ranking writes the mean ranks over data sets, where there are some.
func (w *page) ranking(p *project) {
	started := false
	for _, metric := range p.scores() {
		ranks, sets := p.ranking(metric, summaryOf(p.Spec.Tables, metric))
		if sets < 2 {
			continue
		}
		if !started {
			started = true
			w.printf("**Mean ranks over data sets** (1 is best; ties share; only data sets that all methods have; in parentheses how often best)\n\n| metric | data sets |")
			for _, label := range p.labels {
				w.printf(" %s |", escapeMarkdown(label))
			}
			w.printf("\n|---|---|")
			for range p.labels {
				w.printf("---|")
			}
			w.printf("\n")
		}
		w.printf("| %s | %d |", escapeMarkdown(metrics.Get(metric).Title), sets)
		for _, label := range p.labels {
			i := slices.IndexFunc(ranks, func(r meanRank) bool { return r.label == label })
			if i < 0 {
				w.printf(" – |")
				continue
			}
			w.printf(" %.2f (%d) |", ranks[i].rank, ranks[i].first)
		}
		w.printf("\n")
	}
	if started {
		w.printf("\nMean ranks describe these data sets; with so few of them they say little about others.\n\n")
	}
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
