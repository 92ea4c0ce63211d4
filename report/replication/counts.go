package replication

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// Count is how often a verdict was reached.
type Count struct {
	Verdict string
	N       int
}

// Counts are of verdicts that were reached, in a fixed order.
type Counts []Count

// String writes counts: "3 reproduced, 1 worse".
func (c Counts) String() string {
	var parts []string
	for _, of := range c {
		parts = append(parts, fmt.Sprintf("%d %s", of.N, of.Verdict))
	}
	return strings.Join(parts, ", ")
}

// VerdictsOf returns the verdicts of tables, each number counted once.
func VerdictsOf(tables [][]Table) []Verdict {
	var out []Verdict
	for _, b := range slices.Concat(tables...) {
		out = append(out, b.Verdicts()...)
	}
	countOnce(out)
	return out
}

// countOnce sets further of all verdicts on a published number in a variant and column
// but the first that does not have it already: a number is counted once, however many
// tables of the specification show it and whatever options it does not name. It
// sets Beside of these, and of all in other variants and columns than the first.
func countOnce(verdicts []Verdict) {
	counted := map[string]bool{}
	for i := range verdicts {
		v := &verdicts[i]
		if number := v.Variant + "\x00" + v.Column + "\x00" + v.numberKey(); !v.further {
			v.further = counted[number]
			counted[number] = true
		}
		v.Beside = v.further || v.elsewhere || v.Variant != "" || v.Column != ""
	}
}

// Counted says whether the verdict is on a number by the reading and entry and in the
// column by which it is counted in its variant.
func (v Verdict) Counted() bool { return !v.further && v.Column == "" }

// numberKey identifies the published number that a verdict is on.
func (v Verdict) numberKey() string {
	return v.Table + "\x00" + v.Reading + "\x00" + analysis.Describe(v.Number)
}

// NumberCounts counts published numbers by their verdicts.
type NumberCounts struct {
	Numbers  Counts        // each number once, in the first variant and column where there are several
	Variants []NamedCounts // the numbers in the other variants
	Columns  []NamedCounts // those of the first variant in further columns
	Others   Counts        // further readings and entries of the numbers
}

// NamedCounts is the counts of one variant or column.
type NamedCounts struct {
	Name   string
	Counts Counts
}

// CountNumbers counts published numbers by their verdicts. Further readings and columns in other
// variants than the first are left out.
func CountNumbers(verdicts []Verdict) NumberCounts {
	var first, variants, columns, others []Verdict
	for _, v := range verdicts {
		switch {
		case v.Variant != "" && (v.further || v.Column != ""):
		case v.Variant != "":
			variants = append(variants, v)
		case v.further, v.Beside && v.Column == "":
			others = append(others, v)
		case v.Column != "":
			columns = append(columns, v)
		default:
			first = append(first, v)
		}
	}
	return NumberCounts{
		CountsOf(first), countsBy(variants, func(v Verdict) string { return v.Variant }),
		countsBy(columns, func(v Verdict) string { return v.Column }), CountsOf(others),
	}
}

// countsBy counts verdicts by a name of each, in the order of the names, of those that have any.
func countsBy(verdicts []Verdict, name func(Verdict) string) []NamedCounts {
	var out []NamedCounts
	for len(verdicts) > 0 {
		first := name(verdicts[0])
		var own []Verdict
		own, verdicts = divide(verdicts, func(v Verdict) bool { return name(v) == first })
		if counts := CountsOf(own); len(counts) > 0 {
			out = append(out, NamedCounts{first, counts})
		}
	}
	return out
}

// Beside are the counts that stand beside those of the numbers, by where they are: "in variant equal".
func (n NumberCounts) Beside() []NamedCounts {
	var out []NamedCounts
	for _, v := range n.Variants {
		out = append(out, NamedCounts{"in variant " + v.Name, v.Counts})
	}
	for _, c := range n.Columns {
		out = append(out, NamedCounts{"in column " + c.Name, c.Counts})
	}
	if len(n.Others) > 0 {
		out = append(out, NamedCounts{"in another reading, entry or experiment", n.Others})
	}
	return out
}

// CountClaims counts claims by outcome, in the order of [wording.Outcomes]: each
// once, by those of its readings that are there and count.
func CountClaims(readings []KeptClaim) Counts {
	byClaim := map[string][]string{}
	for _, k := range readings {
		if !k.Beside {
			claim := path.Join(path.Dir(k.Experiment), k.Claim)
			byClaim[claim] = append(byClaim[claim], k.Outcome)
		}
	}
	var outcomes []string
	for _, of := range byClaim {
		outcomes = append(outcomes, wording.Joint(of))
	}
	return countOf(wording.Outcomes, outcomes, func(o string) string { return o })
}

// CountsOf counts verdicts.
func CountsOf(verdicts []Verdict) Counts {
	return countOf(VerdictOrder, verdicts, func(v Verdict) string { return v.Verdict })
}

// countOf counts words, in their order; those that do not occur are left out.
func countOf[T any](words []string, all []T, word func(T) string) Counts {
	n := map[string]int{}
	for _, one := range all {
		n[word(one)]++
	}
	var out Counts
	for _, w := range words {
		if n[w] > 0 {
			out = append(out, Count{w, n[w]})
		}
	}
	return out
}
