package replication

import (
	"path"
	"slices"

	"gpcbench/analysis"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// VerdictsOf returns the verdicts of tables, each number counted once.
func VerdictsOf(tables [][]Table) []Verdict {
	var out []Verdict
	for _, b := range slices.Concat(tables...) {
		out = append(out, b.Verdicts()...)
	}
	countOnce(out)
	return out
}

// countOnce has each published number counted once in a variant and column, however
// many tables of the specification show it and whatever options it does not name. It
// sets further on all verdicts on a number but the first that does not have it already.
// It sets Beside on these, and on those in other variants and columns than the first.
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

// numberKey identifies the published number that a verdict is on.
func (v Verdict) numberKey() string {
	return v.Table + "\x00" + v.PublishedMetric + "\x00" + analysis.Describe(v.Number)
}

// NumberCounts counts published numbers by their verdicts: each number once, and apart from that by further place.
type NumberCounts struct {
	Numbers document.Counts
	Beside  []NamedCounts
}

// NamedCounts is the counts of one place, such as "in variant equal".
type NamedCounts struct {
	Name   string
	Counts document.Counts
}

// CountNumbers counts published numbers by their verdicts.
func CountNumbers(verdicts []Verdict) NumberCounts {
	var places []string
	by := map[string][]Verdict{}
	for _, v := range verdicts {
		place := v.Place.name()
		if by[place] == nil {
			places = append(places, place)
		}
		by[place] = append(by[place], v)
	}
	out := NumberCounts{Numbers: CountsOf(by[""])}
	for _, place := range places {
		if counts := CountsOf(by[place]); place != "" && place != nowhere && len(counts) > 0 {
			out.Beside = append(out.Beside, NamedCounts{place, counts})
		}
	}
	return out
}

// nowhere is the place of further metrics and columns in other variants than the first.
const nowhere = "nowhere"

// name names the place of a verdict; it is empty if the number is counted there.
func (p Place) name() string {
	switch {
	case p.Variant != "" && (p.further || p.Column != ""):
		return nowhere
	case p.Variant != "":
		return "in variant " + p.Variant
	case p.further:
		return "in another reading or entry"
	case p.elsewhere && p.Column == "":
		return "in another experiment or table of the paper"
	case p.Beside && p.Column == "":
		return "in another reading, entry or experiment"
	case p.Column != "":
		return "in column " + p.Column
	}
	return ""
}

// CountClaims counts claims by outcome, in the order of [wording.Outcomes]. Each claim
// counts once, by those of its readings that are present and count.
func CountClaims(readings []KeptClaim) document.Counts {
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
func CountsOf(verdicts []Verdict) document.Counts {
	return countOf(wording.Bins, verdicts, func(v Verdict) string { return v.Verdict })
}

// countOf counts words, in their order; those that do not occur are left out.
func countOf[T any](words []string, all []T, word func(T) string) document.Counts {
	n := map[string]int{}
	for _, one := range all {
		n[word(one)]++
	}
	var out document.Counts
	for _, w := range words {
		if n[w] > 0 {
			out = append(out, document.Count{Verdict: w, Numbers: n[w]})
		}
	}
	return out
}
