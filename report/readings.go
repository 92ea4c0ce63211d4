package report

import (
	"fmt"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
)

// readings writes, where a published metric may mean more than one of ours,
// what each reading shows, and which published values cannot be what they are
// called.
func (w *page) readings(p *project, t spec.Table, blocks []table) {
	if len(blocks) == 0 || blocks[0].published == nil {
		return
	}
	var verdicts []Verdict
	for _, b := range blocks {
		verdicts = append(verdicts, b.verdicts()...)
	}
	byReading := map[string][]string{} // published metric to ours
	for _, m := range t.Metrics {
		r := reading(t, m)
		byReading[r] = append(byReading[r], m)
	}
	for _, m := range t.Metrics {
		if ours := byReading[m]; len(ours) > 1 {
			w.printf("The paper's %s is compared with %s of ours.", escapeMarkdown(m), plural(len(ours), "metric"))
			for _, of := range p.byVariant(verdicts) {
				w.printf("%s %s", of.lead, compare(of.verdicts, m, counted(t, m), ours))
			}
			w.printf("\n\n")
		}
	}
	w.otherSpread(p, blocks)
	if bad := blocks[0].published.impossible(); len(bad) > 0 && blocks[0].compares("nll") {
		w.printf("Published NLLs that no mean can be: a row that is classified wrongly gives its class at most probability 1/2, so that a mean NLL is at least the error times log 2.\n\n")
		for i := range bad {
			bad[i] = escapeMarkdown(bad[i])
		}
		w.list(bad)
	}
	if n := unplaced(byReading, blocks, verdicts); n > 0 {
		w.printf("%s of the paper's table %s no cell in this report.\n\n", plural(n, "number"), agreeing(n, "has", "have"))
	}
}

// otherSpread writes what the second reading of the paper's +- comes to, where
// published.toml has one.
func (w *page) otherSpread(p *project, blocks []table) {
	source := blocks[0].published
	if source.OtherSpread == "" {
		return
	}
	var verdicts []Verdict
	for _, b := range blocks {
		verdicts = append(verdicts, b.verdicts()...)
	}
	var sentences []string
	for _, of := range p.byVariant(verdicts) {
		all, near, nearer := 0, 0, 0
		for _, v := range of.verdicts {
			if v.other == nil || !slices.Contains([]string{Reproduced, Better, Worse}, v.Verdict) {
				continue
			}
			all++
			if v.Within() {
				near++
			}
			if v.withinOther() {
				nearer++
			}
		}
		if all > 0 {
			sentences = append(sentences, strings.TrimSpace(fmt.Sprintf("%s Of %s %d %s within the tolerance if the paper's ± is %s, %d if it is %s.", of.lead,
				plural(all, "number"), near, agreeing(near, "lies", "lie"), spreadKinds[source.Spread], nearer, spreadKinds[source.OtherSpread])))
		}
	}
	if len(sentences) > 0 {
		w.printf("%s\n\n", strings.Join(sentences, " "))
	}
}

// compares says whether a published metric is compared with anything.
func (b *table) compares(metric string) bool {
	for _, v := range b.verdicts() {
		if v.Reading == metric {
			return true
		}
	}
	return false
}

// compare says what each reading of a published metric comes to, the one that is
// counted first.
func compare(verdicts []Verdict, published, first string, ours []string) string {
	text := fmt.Sprintf("Its numbers are counted as **%s**: %s.", metrics.Get(first).Title, readAs(verdicts, published, first))
	for _, m := range ours {
		if m != first {
			text += fmt.Sprintf(" Read as **%s**: %s.", metrics.Get(m).Title, readAs(verdicts, published, m))
		}
	}
	return text
}

// readAs says what a published metric comes to if it is a metric of ours.
func readAs(verdicts []Verdict, published, metric string) string {
	var of []Verdict
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
	counts := countsText(countsOf(of))
	if counts == "" {
		counts = "no verdict"
	}
	return fmt.Sprintf("%s; %d of the %d that can be compared lie within the tolerance", counts, near, withNumbers)
}

// unplaced counts the published values of the metrics shown that no verdict or
// ratio is about.
func unplaced(shown map[string][]string, blocks []table, verdicts []Verdict) int {
	n := 0
	for _, value := range blocks[0].published.Values {
		found := shown[value.Metric] == nil || slices.Contains(blocks[0].beside, value.At["label"])
		for _, v := range verdicts {
			if v.Reading == value.Metric && agrees(value.At, v.number) {
				found = true
				break
			}
		}
		if !found {
			n++
		}
	}
	return n
}
