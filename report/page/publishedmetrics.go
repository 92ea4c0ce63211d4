package page

import (
	"fmt"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

// publishedMetrics writes the verdicts for each possible meaning if a published metric
// may be one of several of ours. It also lists published values that cannot be what
// they are called.
func publishedMetrics(d *document.Document, p *analysis.Experiment, t spec.Table, blocks []replication.Table) {
	if len(blocks) == 0 || blocks[0].Published == nil {
		return
	}
	var verdicts []replication.Verdict
	for _, b := range blocks {
		verdicts = append(verdicts, b.Verdicts()...)
	}
	byPublished := map[string][]string{} // published metric to ours
	for _, m := range t.Metrics {
		of := replication.PublishedMetric(t, m)
		byPublished[of] = append(byPublished[of], m)
	}
	variants := p.Variants
	if len(variants) == 0 {
		variants = []string{""}
	}
	table := document.Table{Head: []document.Marked{"the paper's", "as ours", "verdicts", "within the tolerance"}}
	for _, m := range t.Metrics {
		ours := byPublished[m]
		if len(ours) < 2 {
			continue
		}
		counted := replication.Counted(t, m)
		ours = append([]string{counted}, slices.DeleteFunc(ours, func(m string) bool { return m == counted })...)
		for _, variant := range variants {
			for _, metric := range ours {
				of := slices.DeleteFunc(slices.Clone(verdicts), func(v replication.Verdict) bool {
					return v.Metric != metric || v.PublishedMetric != m || v.At[spec.VariantKey] != variant
				})
				compared := slices.DeleteFunc(slices.Clone(of), func(v replication.Verdict) bool { return v.Tolerance == nil })
				within := slices.DeleteFunc(slices.Clone(compared), func(v replication.Verdict) bool { return !v.Within() })
				table.Add(strings.TrimSpace(m+" "+p.VariantTitle(variant)), metrics.Get(metric).Title,
					wording.OrDash(replication.CountsOf(of).String()), fmt.Sprintf("%d of %d", len(within), len(compared)))
			}
		}
	}
	if len(table.Rows) > 0 {
		d.Paragraph("A number of the paper that may be one of several metrics of ours counts as the first:")
		d.Add(table)
	}
	if bad := blocks[0].Published.Impossible(); len(bad) > 0 && slices.ContainsFunc(verdicts, func(v replication.Verdict) bool { return metrics.Get(v.PublishedMetric).Loss }) {
		d.Paragraph("Published NLLs that cannot be means: a misclassified row gives its class at most probability 1/2, so a mean NLL is at least the error times log 2.")
		d.List(document.EscapeAll(bad))
	}
}
