package page

import (
	"fmt"
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// longTable is the number of comparisons above which they are folded away.
const longTable = 60

// pairwise writes the comparisons, if there are any.
func pairwise(d *document.Document, c *Context) {
	all := c.Pairwise()
	if len(all) == 0 || c.Spec.Advice { // advice says what pairs of many methods on many data sets come to
		return
	}
	pairs := len(all)
	special := ""
	if slices.ContainsFunc(all, func(pair analysis.Comparison) bool { return pair.Nested }) {
		special = "In the order of time training rows are nested: each repeat trains on all rows of the one before. There the rows that are tested count as n_test. "
	}
	d.Paragraph("Mean differences over the repeats that both methods have, with 95%% intervals and p-values of the corrected resampled t-test (Nadeau and Bengio 2003). "+
		"The rows of repeats overlap: the test multiplies the variance of the J differences by 1/J + n_test/n_train instead of 1/J. All rows that are not trained on count as n_test, scored or not; where these are the larger part, repeats share the rows that are scored, n of N, and n/(N - n) stands in its place, "+
		"or n_train/(N - n_train) + se²/s² if that is less, for the training rows that they share and the standard error se that the test rows of a repeat give a difference, whose deviation over repeats is s. "+
		"%sA method is called better if p is below 0.05 after Holm's correction over all comparisons of a metric. "+
		"Wilcoxon's signed rank test, which assumes independent repeats, stands beside.", special)
	var tables document.Document
	for len(all) > 0 {
		metric := all[0].Metric
		t := document.Table{Head: []string{"data set", "pair", "repeats", "n_test/n_train", "mean difference", "p", "p (Holm)", "p (Wilcoxon)", ""}}
		n := 0
		for ; n < len(all) && all[n].Metric == metric; n++ {
			pair := all[n]
			t.Rows = append(t.Rows, []string{
				document.Escape(analysis.Describe(pair.At)), document.Escape(pair.A) + " − " + document.Escape(pair.B), fmt.Sprint(pair.Repeats), shareText(pair),
				pair.Test.String(), wording.PValue(pair.Test.P), wording.PValue(pair.Adjusted), wording.PValue(pair.Wilcoxon.P), word(pair),
			})
		}
		title := "**" + document.Escape(c.Metric(metric).Title) + "**"
		if len(tables.Blocks) == 0 {
			title = "\n" + title // the first stands a line lower
		}
		tables.Paragraph("%s", title)
		tables.Add(t)
		all = all[n:]
	}
	d.AddLong(tables, pairs, longTable, wording.Plural(pairs, "comparison"))
}

// shareText writes n_test/n_train.
func shareText(c analysis.Comparison) string {
	if math.IsNaN(c.Share) {
		return "–"
	}
	return wording.Short(c.Share, 2)
}

// word says in plain words what a comparison shows.
func word(c analysis.Comparison) string {
	switch {
	case math.IsNaN(c.Adjusted):
		return "not tested"
	case c.Adjusted >= analysis.Significant:
		return "no difference shown"
	case (c.Test.Mean > 0) == metrics.Get(c.Metric).HigherIsBetter:
		return document.Escape(c.A) + " better"
	}
	return document.Escape(c.B) + " better"
}
