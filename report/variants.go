package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// variantTitle returns the title of a variant, which completes "reproduced ...".
func (p *project) variantTitle(name string) string {
	for _, v := range p.Spec.Variants {
		if v.Name == name {
			return v.Title
		}
	}
	return name
}

// described lists coordinates for people, a variant by its title.
func (p *project) described(at coordinates) string {
	rest, title := p.apart(at)
	return strings.Join(slices.DeleteFunc([]string{describe(rest), title}, func(s string) bool { return s == "" }), ", ")
}

// apart takes the variant out of coordinates and returns its title, empty if they
// name none.
func (p *project) apart(at coordinates) (rest coordinates, title string) {
	rest = coordinates{}
	for key, value := range at {
		if key == spec.VariantKey {
			title = p.variantTitle(value)
			continue
		}
		rest[key] = value
	}
	return rest, title
}

// within leaves of the labels or data sets of a dimension those of which a variant at
// coordinates has cells.
func (p *project) within(d dimension, at coordinates) dimension {
	if d.key != "label" && d.key != "dataset" {
		return d
	}
	d.values = slices.DeleteFunc(slices.Clone(d.values), func(value string) bool { return !p.has(at.with(d.key, value)) })
	return d
}

// has says whether the variant, the label and the data set at coordinates go together.
func (p *project) has(at coordinates) bool {
	label, labelled := at["label"]
	dataset, placed := at["dataset"]
	return !slices.ContainsFunc(p.Spec.Variants, func(v spec.Variant) bool {
		return v.Name == at[spec.VariantKey] && (labelled && !v.Has(label) || placed && !v.HasDataset(dataset))
	})
}

// first returns the project of the first variant alone, where there are several:
// what is said of methods against one another stays within one.
func (p *project) first() *project {
	if len(p.variants) == 0 {
		return p
	}
	out := *p
	out.Cells = slices.DeleteFunc(slices.Clone(p.Cells), func(c record.Planned) bool { return !slices.Contains(c.Variants, p.variants[0]) })
	out.labels = p.within(p.dimension("label"), coordinates{spec.VariantKey: p.variants[0]}).values
	out.variants, out.index = nil, map[string]map[string][]int{}
	return &out
}

// ofFirst leaves of the blocks of a table those of the first variant.
func ofFirst(blocks []table) []table {
	return slices.DeleteFunc(slices.Clone(blocks), func(b table) bool { return b.variant != blocks[0].variant })
}

// variantVerdicts is the verdicts of one variant, and the words before what is said
// of them.
type variantVerdicts struct {
	lead     string
	verdicts []Verdict
}

// byVariant splits verdicts by their variants; where there are none it is all of
// them without words.
func (p *project) byVariant(verdicts []Verdict) []variantVerdicts {
	if len(p.variants) == 0 {
		return []variantVerdicts{{verdicts: verdicts}}
	}
	var out []variantVerdicts
	for _, name := range p.variants {
		of := variantVerdicts{lead: " " + lead(p.variantTitle(name))}
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
	first, size := utf8.DecodeRuneInString(title)
	return "*" + escapeMarkdown(string(unicode.ToUpper(first))+title[size:]) + ".*"
}

// numbered is a published number with its verdict in each variant, nil where
// there is none.
type numbered struct {
	of       Verdict // any of them
	verdicts []*Verdict
}

// numbersOf returns the published numbers of verdicts with what they come to in
// each variant, by the reading and in the column that is counted.
func (p *project) numbersOf(verdicts []Verdict) []numbered {
	var out []numbered
	place := map[string]int{}
	for i, v := range verdicts {
		variant := slices.Index(p.variants, v.At[spec.VariantKey])
		if variant < 0 || v.further || v.Column != "" {
			continue
		}
		at, seen := place[v.numberKey()]
		if !seen {
			at = len(out)
			place[v.numberKey()] = at
			out = append(out, numbered{v, make([]*Verdict, len(p.variants))})
		}
		if out[at].verdicts[variant] == nil {
			out[at].verdicts[variant] = &verdicts[i]
		}
	}
	return out
}

// compared says whether every variant has a verdict that compares numbers.
func (n numbered) compared() bool {
	return !slices.ContainsFunc(n.verdicts, func(v *Verdict) bool {
		return v == nil || !slices.Contains([]string{Reproduced, Better, Worse}, v.Verdict)
	})
}

// agreement says how many numbers are reproduced in each variant, in all and in
// none; empty if none can be compared in all.
func (p *project) agreement(numbers []numbered) string {
	all, none, total := 0, 0, 0
	each := make([]int, len(p.variants))
	for _, n := range numbers {
		if !n.compared() {
			continue
		}
		total++
		reproduced := 0
		for i, v := range n.verdicts {
			if v.Verdict == Reproduced {
				reproduced++
				each[i]++
			}
		}
		switch reproduced {
		case len(p.variants):
			all++
		case 0:
			none++
		}
	}
	if total == 0 {
		return ""
	}
	var parts []string
	for i, name := range p.variants {
		verb := ""
		if i == 0 {
			verb = agreeing(each[i], "is ", "are ") + "reproduced "
		}
		parts = append(parts, fmt.Sprintf("%d %s%s", each[i], verb, p.variantTitle(name)))
	}
	both, neither := "both", "neither"
	if len(p.variants) > 2 {
		both, neither = "all of them", "none"
	}
	of := plural(total, "number")
	if total < len(numbers) {
		of += " with a verdict in every variant"
	}
	return fmt.Sprintf("Of %s, %s, %d by %s, %d by %s", of, strings.Join(parts, ", "), all, both, none, neither)
}

// variantCounts writes how many published numbers have which verdict in each
// variant.
func (w *page) variantCounts(p *project, r *Report) {
	numbers := p.numbersOf(r.Verdicts)
	if text := p.agreement(numbers); text != "" {
		w.printf("**Published numbers.** %s.\n\n", escapeMarkdown(text))
		r.notes = append(r.notes, text)
	}
	counts := make([]map[string]int, len(p.variants))
	for i := range counts {
		counts[i] = map[string]int{}
		for _, n := range numbers {
			if v := n.verdicts[i]; v != nil {
				counts[i][v.Verdict]++
			}
		}
	}
	names := slices.DeleteFunc(slices.Clone(verdictOrder), func(name string) bool {
		return !slices.ContainsFunc(counts, func(c map[string]int) bool { return c[name] > 0 })
	})
	w.printf("| published numbers | %s |\n|---|%s\n", strings.Join(names, " | "), strings.Repeat("---|", len(names)))
	for i, variant := range p.variants {
		w.printf("| %s |", escapeMarkdown(p.variantTitle(variant)))
		for _, name := range names {
			w.printf(" %d |", counts[i][name])
		}
		w.printf("\n")
	}
	w.printf("\n")
}

// sideBySide lists every published number of a table with ours in each variant.
func (w *page) sideBySide(p *project, blocks []table) {
	if len(p.variants) < 2 || len(blocks) == 0 || blocks[0].published == nil {
		return
	}
	var verdicts []Verdict
	for _, b := range blocks {
		verdicts = append(verdicts, b.verdicts()...)
	}
	numbers := p.numbersOf(verdicts)
	if len(numbers) == 0 {
		return
	}
	w.printf("**Side by side.**")
	if text := p.agreement(numbers); text != "" {
		w.printf(" %s.", escapeMarkdown(text))
	}
	w.printf("\n\n")
	if len(numbers) > longTable {
		w.printf("<details><summary>%s</summary>\n\n", plural(len(numbers), "published number"))
		defer w.printf("</details>\n\n")
	}
	w.printf("| | metric | paper |")
	for _, name := range p.variants {
		w.printf(" %s |", escapeMarkdown(p.variantTitle(name)))
	}
	w.printf("\n|---|---|---|%s\n", strings.Repeat("---|", len(p.variants)))
	for _, n := range numbers {
		paper := n.of.Published
		if n.of.Spread != "" {
			paper += " ± " + n.of.Spread
		}
		w.printf("| %s | %s | %s |", escapeMarkdown(describe(n.of.number)), escapeMarkdown(n.of.Reading), paper)
		for _, v := range n.verdicts {
			w.printf(" %s |", v.short())
		}
		w.printf("\n")
	}
	w.printf("\n")
}

// short writes ours with its standard error and the verdict; a dash for none.
func (v *Verdict) short() string {
	if v == nil {
		return "–"
	}
	var parts []string
	if v.Ours != nil {
		s := Summary{Value: *v.Ours, SE: math.NaN()}
		if v.SE != nil {
			s.SE = *v.SE
		}
		text := fixed(s.Value, decimals(s))
		if v.SE != nil {
			text += " ± " + fixed(s.SE, decimals(s))
		}
		parts = append(parts, text)
	}
	switch {
	case v.Ratio != nil:
		parts = append(parts, "ratio "+short(*v.Ratio, 2))
	case v.Verdict == Worse:
		parts = append(parts, "**"+Worse+"**")
	case v.Verdict != "":
		parts = append(parts, v.Verdict)
	}
	return strings.Join(parts, ", ")
}
