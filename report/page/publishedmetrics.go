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
// may be one of several of ours. It also lists published values that cannot be what they are called.
func publishedMetrics(d *document.Document, p *analysis.Experiment, t spec.Table, blocks []replication.Table) {
	if len(blocks) == 0 || blocks[0].Published == nil {
		return
	}
	var verdicts []replication.Verdict
	for _, b := range blocks {
		verdicts = append(verdicts, b.Verdicts()...)
	}
	table := document.Table{Head: []document.Marked{"the paper's", "as ours", "verdicts", "within the tolerance"}}
	for _, published := range t.Metrics {
		if ours := meanings(t, published); len(ours) > 1 {
			addMeanings(&table, p, published, ours, verdicts)
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

// meanings returns the metrics of ours that a published one may be, that under which it is counted first.
func meanings(t spec.Table, published string) []string {
	counted := replication.Counted(t, published)
	others := slices.DeleteFunc(slices.Clone(t.Metrics), func(m string) bool { return m == counted || replication.PublishedMetric(t, m) != published })
	return append([]string{counted}, others...)
}

// addMeanings adds a row for each variant and metric of ours.
func addMeanings(to *document.Table, p *analysis.Experiment, published string, ours []string, verdicts []replication.Verdict) {
	variants := p.Variants
	if len(variants) == 0 {
		variants = []string{""}
	}
	for _, variant := range variants {
		for _, metric := range ours {
			of := slices.DeleteFunc(slices.Clone(verdicts), func(v replication.Verdict) bool {
				return v.Metric != metric || v.PublishedMetric != published || v.At[spec.VariantKey] != variant
			})
			compared := slices.DeleteFunc(slices.Clone(of), func(v replication.Verdict) bool { return v.Tolerance == nil })
			within := slices.DeleteFunc(slices.Clone(compared), func(v replication.Verdict) bool { return !v.Within() })
			to.Add(strings.TrimSpace(published+" "+p.VariantTitle(variant)), metrics.Get(metric).Title,
				wording.OrDash(replication.CountsOf(of).String()), fmt.Sprintf("%d of %d", len(within), len(compared)))
		}
	}
}
