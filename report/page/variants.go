package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// variantVerdicts is the verdicts of one variant, and the words before what is said
// of them.
type variantVerdicts struct {
	lead     string
	verdicts []replication.Verdict
}

// byVariant splits verdicts by their variants; where there are none it is all of
// them without words.
func byVariant(p *analysis.Experiment, verdicts []replication.Verdict) []variantVerdicts {
	if len(p.Variants) == 0 {
		return []variantVerdicts{{verdicts: verdicts}}
	}
	var out []variantVerdicts
	for _, name := range p.Variants {
		of := variantVerdicts{lead: " " + lead(p.VariantTitle(name))}
		for _, v := range verdicts {
			if v.At[spec.VariantKey] == name {
				of.verdicts = append(of.verdicts, v)
			}
		}
		out = append(out, of)
	}
	return out
}

// lead is the title of a variant as a sentence before those that are about it.
func lead(title string) string {
	return "*" + document.Escape(wording.Capital(title)) + ".*"
}

// agreement says how many numbers are reproduced in each variant, in all and in
// none, and leaves out what is true of no number; empty if none can be compared in all.
func agreement(p *analysis.Experiment, numbers []replication.Numbered) string {
	all, none, total := 0, 0, 0
	each := make([]int, len(p.Variants))
	for _, n := range numbers {
		if !n.Compared() {
			continue
		}
		total++
		reproduced := 0
		for i, v := range n.Verdicts {
			if v.Verdict == replication.Reproduced {
				reproduced++
				each[i]++
			}
		}
		switch reproduced {
		case len(p.Variants):
			all++
		case 0:
			none++
		}
	}
	if total == 0 {
		return ""
	}
	of := wording.Plural(total, "number")
	if total < len(numbers) {
		of += " with a verdict in every variant"
	}
	switch {
	case total > 1 && all == total:
		return fmt.Sprintf("All %s are reproduced in each", of)
	case total > 1 && none == total:
		return fmt.Sprintf("None of the %s is reproduced in any", of)
	}
	both, neither := "by both", "by neither"
	if len(p.Variants) > 2 {
		both, neither = "by all of them", "by none"
	}
	var parts []string
	add := func(n int, how string) {
		switch {
		case n == 0:
		case len(parts) == 0:
			parts = append(parts, fmt.Sprintf("%d %s reproduced %s", n, wording.Agree(n, "is", "are"), how))
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, how))
		}
	}
	for i, name := range p.Variants {
		add(each[i], p.VariantTitle(name))
	}
	add(all, both)
	add(none, neither)
	return fmt.Sprintf("Of %s, %s", of, strings.Join(parts, ", "))
}

// variantCounts writes how many published numbers have which verdict in each
// variant.
func variantCounts(d *document.Document, p *analysis.Experiment, verdicts []replication.Verdict) {
	numbers := replication.NumbersOf(p.Variants, verdicts)
	if text := agreement(p, numbers); text != "" {
		d.Tell("**Published numbers.** %s.", document.Escape(text))
	}
	counts := make([]map[string]int, len(p.Variants))
	for i := range counts {
		counts[i] = map[string]int{}
		for _, n := range numbers {
			if v := n.Verdicts[i]; v != nil {
				counts[i][v.Verdict]++
			}
		}
	}
	names := slices.DeleteFunc(slices.Clone(replication.VerdictOrder), func(name string) bool {
		return !slices.ContainsFunc(counts, func(n map[string]int) bool { return n[name] > 0 })
	})
	t := document.Table{Head: append([]string{"published numbers"}, names...)}
	for i, variant := range p.Variants {
		row := []string{document.Escape(p.VariantTitle(variant))}
		for _, name := range names {
			row = append(row, fmt.Sprint(counts[i][name]))
		}
		t.Rows = append(t.Rows, row)
	}
	d.Add(t)
}

// sideBySide lists every published number of a table with ours in each variant.
func sideBySide(d *document.Document, p *analysis.Experiment, blocks []replication.Table) {
	if len(p.Variants) < 2 || len(blocks) == 0 || blocks[0].Published == nil {
		return
	}
	var verdicts []replication.Verdict
	for _, b := range blocks {
		verdicts = append(verdicts, b.Verdicts()...)
	}
	numbers := replication.NumbersOf(p.Variants, verdicts)
	if len(numbers) == 0 {
		return
	}
	said := "Ours in each variant, with its standard error."
	if text := agreement(p, numbers); text != "" {
		said = document.Escape(text) + "."
	}
	d.Paragraph("**Side by side.** %s", said)
	t := document.Table{Head: []string{"", "metric", "paper"}}
	for _, name := range p.Variants {
		t.Head = append(t.Head, document.Escape(p.VariantTitle(name)))
	}
	for _, n := range numbers {
		paper := n.Of.Published
		if n.Of.Spread != "" {
			paper += " ± " + n.Of.Spread
		}
		row := []string{document.Escape(analysis.Describe(n.Of.Number)), document.Escape(n.Of.Reading), paper}
		for _, v := range n.Verdicts {
			row = append(row, short(v))
		}
		t.Rows = append(t.Rows, row)
	}
	d.AddLong(document.Document{Blocks: []document.Block{t}}, len(numbers), longTable, wording.Plural(len(numbers), "published number"))
}

// short writes ours with its standard error and the verdict; a dash for none.
func short(v *replication.Verdict) string {
	if v == nil {
		return "–"
	}
	var parts []string
	if v.Ours != nil {
		s := analysis.Summary{Value: *v.Ours, SE: math.NaN()}
		if v.SE != nil {
			s.SE = *v.SE
		}
		text := wording.Fixed(s.Value, analysis.Decimals(s))
		if v.SE != nil {
			text += " ± " + wording.Fixed(s.SE, analysis.Decimals(s))
		}
		parts = append(parts, text)
	}
	switch {
	case v.Ratio != nil:
		parts = append(parts, "ratio "+wording.Short(*v.Ratio, 2))
	case v.Verdict == replication.Worse:
		parts = append(parts, "**"+replication.Worse+"**")
	case v.Verdict != "":
		parts = append(parts, v.Verdict)
	}
	return strings.Join(parts, ", ")
}
