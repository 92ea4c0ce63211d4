package page

import (
	"slices"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// longTable is the number of comparisons above which they are folded away.
const longTable = 60

// mostPairs is the number of comparisons above which nobody reads them, and they are left out.
const mostPairs = 2000

// fewestRepeats is the number of repeats below which the interval of a difference says nothing: with two
// it is 13 standard errors to either side.
const fewestRepeats = 3

// pairwise writes the comparisons, if there are any.
func pairwise(d *document.Document, c *Context) {
	all := slices.DeleteFunc(c.Pairwise(), func(p analysis.Comparison) bool { return p.N < fewestRepeats })
	if len(all) == 0 || c.Spec.Advice { // advice says what pairs of many methods on many data sets come to
		return
	}
	pairs := len(all)
	if pairs > mostPairs {
		d.Paragraph("%d comparisons of two methods on a data set are too many to read and are left out. The command `runexp report` with `--only label=A --only label=B` shows those of two methods.", pairs)
		return
	}
	d.Paragraph("Mean differences over the repeats that both methods have, with 95%% intervals. P is from a t-test that allows for rows that repeats share (docs/statistics.md). " +
		"A row depends only on its two methods and its data set. About 5 of 100 pairs of equal methods have P below 0.05.")
	var tables document.Document
	for len(all) > 0 {
		metric, n := all[0].Metric, 0
		t := document.Table{Head: []document.Marked{"data set", "pair", "repeats", "first is lower in", "mean difference", "P"}}
		for ; n < len(all) && all[n].Metric == metric; n++ {
			pair := all[n]
			t.Add(analysis.Describe(pair.At), pair.A+" − "+pair.B, pair.N, pair.Below, analysis.WithInterval(pair.Test), wording.PValue(pair.Test.P))
		}
		tables.Paragraph("**%s**", metrics.Get(metric).Title)
		tables.Add(t)
		all = all[n:]
	}
	d.AddLong(tables, pairs, longTable, wording.Plural(pairs, "comparison"))
}
