package replication

import (
	"slices"

	"gpcbench/harness/spec"
)

// Numbered is a published number with its verdict in each variant, nil where
// there is none.
type Numbered struct {
	Of       Verdict // any of them
	Verdicts []*Verdict
}

// NumbersOf returns the published numbers of verdicts with what they come to in
// each variant, by the reading and in the column that is counted.
func NumbersOf(variants []string, verdicts []Verdict) []Numbered {
	var out []Numbered
	place := map[string]int{}
	for i, v := range verdicts {
		variant := slices.Index(variants, v.At[spec.VariantKey])
		if variant < 0 || v.further || v.Column != "" {
			continue
		}
		at, seen := place[v.numberKey()]
		if !seen {
			at = len(out)
			place[v.numberKey()] = at
			out = append(out, Numbered{v, make([]*Verdict, len(variants))})
		}
		if out[at].Verdicts[variant] == nil {
			out[at].Verdicts[variant] = &verdicts[i]
		}
	}
	return out
}
