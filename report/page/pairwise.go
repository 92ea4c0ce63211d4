package page

import (
	"fmt"

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
	d.Paragraph("Mean differences over the repeats that both methods have, with 95%% intervals and P of a t-test that allows for the rows that repeats share (docs/statistics.md). " +
		"A row depends on its two methods and its data set alone. Of 100 pairs of equal methods some 5 have P below 0.05.")
	var tables document.Document
	for len(all) > 0 {
		metric := all[0].Metric
		t := document.Table{Head: []string{"data set", "pair", "repeats", "first is lower in", "mean difference", "P"}}
		n := 0
		for ; n < len(all) && all[n].Metric == metric; n++ {
			pair := all[n]
			t.Rows = append(t.Rows, []string{
				document.Escape(analysis.Describe(pair.At)), document.Escape(pair.A) + " − " + document.Escape(pair.B), fmt.Sprint(pair.N), fmt.Sprint(pair.Below), analysis.WithInterval(pair.Test), wording.PValue(pair.Test.P),
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
