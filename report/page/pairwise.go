package page

import (
	"fmt"
	"math"

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
	d.Paragraph("Mean differences over the repeats that both methods have, with 95%% intervals and p-values of the corrected resampled t-test, which allows for the rows that repeats share (Nadeau and Bengio 2003; docs/statistics.md). " +
		"A method is called better if p is below 0.05 after Holm's correction over all comparisons of a metric.")
	var tables document.Document
	for len(all) > 0 {
		metric := all[0].Metric
		t := document.Table{Head: []string{"data set", "pair", "repeats", "mean difference", "p", "p (Holm)", ""}}
		n := 0
		for ; n < len(all) && all[n].Metric == metric; n++ {
			pair := all[n]
			t.Rows = append(t.Rows, []string{
				document.Escape(analysis.Describe(pair.At)), document.Escape(pair.A) + " − " + document.Escape(pair.B), fmt.Sprint(pair.Repeats),
				pair.Test.String(), wording.PValue(pair.Test.P), wording.PValue(pair.Adjusted), word(pair),
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
