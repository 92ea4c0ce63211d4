package report

import (
	"fmt"
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// comparison is a test of two labels on one data set, over the repeats that
// both have.
type comparison struct {
	at       coordinates
	metric   string
	a, b     string
	repeats  int
	share    float64 // of rows left out over rows trained on
	test     tTest   // of a - b
	adjusted float64 // its p after Holm, over the comparisons of the metric
	wilcoxon wilcoxonResult
}

// longTable is the number of comparisons above which they are folded away.
const longTable = 60

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
					records := p.group(at.with("label", a)).ok
					d := differences(records, p.group(at.with("label", b)).ok, metric)
					if len(d) < 2 {
						continue
					}
					share := leftOut(p.datasets[at["dataset"]].Rows, records)
					out = append(out, comparison{
						at: p.several(at).with("dataset", at["dataset"]), metric: metric, a: a, b: b,
						repeats: len(d), share: share, test: pairedT(d, share), wilcoxon: wilcoxon(d),
					})
				}
			}
		}
		adjust(out[first:])
	}
	return out
}

// adjust sets the adjusted p-values of comparisons in one metric. Those without
// a p-value are no tests.
func adjust(all []comparison) {
	var tested []*comparison
	var ps []float64
	for i := range all {
		all[i].adjusted = math.NaN()
		if p := all[i].test.p; !math.IsNaN(p) {
			tested, ps = append(tested, &all[i]), append(ps, p)
		}
	}
	for i, q := range holm(ps) {
		tested[i].adjusted = q
	}
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

// pairwise writes the comparisons, if there are any.
func (w *page) pairwise(p *project) {
	all := p.pairwise()
	if len(all) == 0 {
		return
	}
	w.printf("## Pairwise comparison over repeats\n\n")
	w.printf("Mean differences over the repeats that both methods have, with 95%% intervals and p-values of the corrected resampled t-test (Nadeau and Bengio 2003). ")
	w.printf("The training rows of repeats overlap: the test multiplies the variance of the J differences by 1/J + n_test/n_train instead of 1/J. All rows that are not trained on count as n_test, scored or not. ")
	if slices.ContainsFunc(all, func(c comparison) bool { return c.share > 1 }) {
		w.printf("Where n_test/n_train is above 1, training rows hardly overlap and the correction does not apply: there the test is the plain paired t-test. ")
	}
	w.printf("A method is called better if p is below 0.05 after Holm's correction over all comparisons of a metric. ")
	w.printf("Wilcoxon's signed rank test, which assumes independent repeats, stands beside.\n\n")
	if len(all) > longTable {
		w.printf("<details><summary>%s</summary>\n\n", plural(len(all), "comparison"))
		defer w.printf("</details>\n\n")
	}
	metric := ""
	for _, c := range all {
		if c.metric != metric {
			metric = c.metric
			w.printf("\n**%s**\n\n", escapeMarkdown(metrics.Get(metric).Title))
			w.printf("| data set | pair | repeats | n_test/n_train | mean difference | p | p (Holm) | p (Wilcoxon) | |\n|---|---|---|---|---|---|---|---|---|\n")
		}
		w.printf("| %s | %s − %s | %d | %s | %s | %s | %s | %s | %s |\n", escapeMarkdown(describe(c.at)), escapeMarkdown(c.a), escapeMarkdown(c.b),
			c.repeats, c.shareText(), c.test, probability(c.test.p), probability(c.adjusted), probability(c.wilcoxon.p), c.word())
	}
	w.printf("\n")
}

// shareText writes the share of rows left out, and where it means another test.
func (c comparison) shareText() string {
	switch {
	case math.IsNaN(c.share):
		return "–"
	case c.share > 1:
		return short(c.share, 2) + ", plain test"
	}
	return short(c.share, 2)
}

// word says in plain words what a comparison shows.
func (c comparison) word() string {
	switch {
	case math.IsNaN(c.adjusted):
		return "not tested"
	case c.adjusted >= 0.05:
		return "no difference shown"
	case (c.test.mean > 0) == metrics.Get(c.metric).HigherIsBetter:
		return escapeMarkdown(c.a) + " better"
	}
	return escapeMarkdown(c.b) + " better"
}

// probability writes a p-value, a dash where there is none.
func probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return "–"
	case p < 1e-4:
		return "< 0.0001"
	}
	return fmt.Sprintf("%.2g", p)
}
