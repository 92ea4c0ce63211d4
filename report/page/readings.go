package page

import (
	"fmt"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// readings writes, where a published metric may mean more than one of ours,
// what each reading shows, and which published values cannot be what they are
// called.
func readings(d *document.Document, p *analysis.Experiment, t spec.Table, blocks []replication.Table) {
	if len(blocks) == 0 || blocks[0].Published == nil {
		return
	}
	var verdicts []replication.Verdict
	for _, b := range blocks {
		verdicts = append(verdicts, b.Verdicts()...)
	}
	byReading := map[string][]string{} // published metric to ours
	for _, m := range t.Metrics {
		r := replication.Reading(t, m)
		byReading[r] = append(byReading[r], m)
	}
	for _, m := range t.Metrics {
		if ours := byReading[m]; len(ours) > 1 {
			head := fmt.Sprintf("The paper's %s is compared with %s of ours.", document.Escape(m), wording.Plural(len(ours), "metric"))
			var said []string
			for _, of := range byVariant(p, verdicts) {
				said = append(said, strings.TrimSpace(of.lead+" "+compare(of.verdicts, m, replication.Counted(t, m), ours)))
			}
			if len(said) == 1 {
				d.Paragraph("%s %s", head, said[0])
				continue
			}
			d.Paragraph("%s", head)
			d.List(said)
		}
	}
	otherSpread(d, p, blocks)
	if bad := blocks[0].Published.Impossible(); len(bad) > 0 && blocks[0].ComparesLoss() {
		d.Paragraph("Published NLLs that no mean can be: a row that is classified wrongly gives its class at most probability 1/2, so that a mean NLL is at least the error times log 2.")
		for i := range bad {
			bad[i] = document.Escape(bad[i])
		}
		d.List(bad)
	}
	if n := replication.Unplaced(byReading, blocks, verdicts); n > 0 {
		d.Paragraph("%s of the paper's table %s no cell in this report.", wording.Plural(n, "number"), wording.Agree(n, "has", "have"))
	}
}

// otherSpread writes what the second reading of the paper's +- comes to, where
// published.toml has one.
func otherSpread(d *document.Document, p *analysis.Experiment, blocks []replication.Table) {
	source := blocks[0].Published
	if source.OtherSpread == "" {
		return
	}
	var sentences []string
	for _, of := range byVariant(p, replication.VerdictsOf([][]replication.Table{blocks})) {
		all, near, nearer := 0, 0, 0
		for _, v := range of.verdicts {
			if v.Other == nil || !v.Counted() || !slices.Contains([]string{replication.Reproduced, replication.Better, replication.Worse}, v.Verdict) {
				continue
			}
			all++
			if v.Within() {
				near++
			}
			if v.WithinOther() {
				nearer++
			}
		}
		if all > 0 {
			sentences = append(sentences, strings.TrimSpace(fmt.Sprintf("%s Of %s %d %s within the tolerance if the paper's ± is %s, %d if it is %s.", of.lead,
				wording.Plural(all, "number"), near, wording.Agree(near, "lies", "lie"), replication.SpreadKinds[source.Spread], nearer, replication.SpreadKinds[source.OtherSpread])))
		}
	}
	if len(sentences) > 0 {
		d.Paragraph("%s", strings.Join(sentences, " "))
	}
}

// compare says what each reading of a published metric comes to, the one that is
// counted first.
func compare(verdicts []replication.Verdict, published, first string, ours []string) string {
	text := fmt.Sprintf("Its numbers are counted as **%s**: %s.", metrics.Get(first).Title, readAs(verdicts, published, first))
	for _, m := range ours {
		if m != first {
			text += fmt.Sprintf(" Read as **%s**: %s.", metrics.Get(m).Title, readAs(verdicts, published, m))
		}
	}
	return text
}

// readAs says what a published metric comes to if it is a metric of ours.
func readAs(verdicts []replication.Verdict, published, metric string) string {
	var of []replication.Verdict
	withNumbers, near := 0, 0
	for _, v := range verdicts {
		if v.Metric != metric || v.Reading != published {
			continue
		}
		of = append(of, v)
		if v.Tolerance != nil {
			withNumbers++
			if v.Within() {
				near++
			}
		}
	}
	counts := replication.CountsOf(of).String()
	if counts == "" {
		counts = "no verdict"
	}
	return fmt.Sprintf("%s; %d of the %d that can be compared lie within the tolerance", counts, near, withNumbers)
}
