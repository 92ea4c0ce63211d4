package replication

import (
	"slices"

	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// Count is how often a verdict was reached.
type Count struct {
	Verdict string
	N       int
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
		v.Beside = v.further || v.Variant != "" || v.Column != ""
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
	Numbers  []Count       // each number once, in the first variant and column where there are several
	Variants []NamedCounts // the numbers in the other variants
	Columns  []NamedCounts // those of the first variant in further columns
	Others   []Count       // further readings and entries of the numbers
}

// NamedCounts is the counts of one variant or column.
type NamedCounts struct {
	Name   string
	Counts []Count
}

// Counts counts published numbers by their verdicts, in a fixed order. Verdicts
// that do not occur are left out, and so are costs, which get none, and further
// readings and columns in other variants than the first.
func Counts(verdicts []Verdict) NumberCounts {
	var first, others []Verdict
	var variants, columns named
	for _, v := range verdicts {
		switch {
		case v.Variant != "" && (v.further || v.Column != ""):
		case v.Variant != "":
			variants.add(v.Variant, v)
		case v.further:
			others = append(others, v)
		case v.Column != "":
			columns.add(v.Column, v)
		case v.Beside:
			others = append(others, v)
		default:
			first = append(first, v)
		}
	}
	return NumberCounts{Numbers: CountsOf(first), Variants: variants.counts(), Columns: columns.counts(), Others: CountsOf(others)}
}

// named is verdicts by a name, in the order in which the names came.
type named struct {
	names    []string
	verdicts map[string][]Verdict
}

func (n *named) add(name string, v Verdict) {
	if n.verdicts == nil {
		n.verdicts = map[string][]Verdict{}
	}
	if n.verdicts[name] == nil {
		n.names = append(n.names, name)
	}
	n.verdicts[name] = append(n.verdicts[name], v)
}

func (n *named) counts() []NamedCounts {
	var out []NamedCounts
	for _, name := range n.names {
		if counts := CountsOf(n.verdicts[name]); len(counts) > 0 {
			out = append(out, NamedCounts{name, counts})
		}
	}
	return out
}

// CountClaims counts outcomes, in the order of [wording.Outcomes].
func CountClaims(claims []KeptClaim) []Count {
	return countOf(wording.Outcomes, claims, func(k KeptClaim) string { return k.Outcome })
}

// CountsOf counts verdicts.
func CountsOf(verdicts []Verdict) []Count {
	return countOf(VerdictOrder, verdicts, func(v Verdict) string { return v.Verdict })
}

// countOf counts words, in their order; those that do not occur are left out.
func countOf[T any](words []string, all []T, word func(T) string) []Count {
	n := map[string]int{}
	for _, one := range all {
		n[word(one)]++
	}
	var out []Count
	for _, w := range words {
		if n[w] > 0 {
			out = append(out, Count{w, n[w]})
		}
	}
	return out
}
