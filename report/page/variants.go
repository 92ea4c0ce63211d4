package page

import (
	"math"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// variantVerdicts is the verdicts of one variant.
type variantVerdicts struct {
	title    string
	verdicts []replication.Verdict
}

// byVariant splits verdicts by their variants; where there are none it is all of
// them.
func byVariant(p *analysis.Experiment, verdicts []replication.Verdict) []variantVerdicts {
	if len(p.Variants) == 0 {
		return []variantVerdicts{{verdicts: verdicts}}
	}
	var out []variantVerdicts
	for _, name := range p.Variants {
		of := variantVerdicts{title: p.VariantTitle(name)}
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
	d.Paragraph("**Side by side**: ours in each variant, with its standard error.")
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
