package record

import (
	"fmt"
	"maps"
)

// Differs says how the deterministic parts of two records of one cell differ, as "nll = 0.1 and
// 0.2"; empty if they have the same bits. What one of the two lacks, a metric or a trace, is not
// compared.
func Differs(a, b Record) string {
	d, found := differing(a, b)
	if !found {
		return ""
	}
	return fmt.Sprintf("%s = %v and %v", d.What, d.Values[0], d.Values[1])
}

// SameBits says whether two records of one cell must have the same bits: budgets of time and
// gonum's code, whose last bits depend on the processor, do not promise that, nor do programs of one's own, unless
// they declare it, and then with the same libraries alone.
func SameBits(a, b Record) bool {
	return a.reproducible() && b.reproducible() && maps.Equal(a.libraries(), b.libraries())
}

// libraries are what a program of one's own is made of, by the keys of its provenance.
func (r *Record) libraries() map[string]string {
	out := map[string]string{}
	for key, version := range r.Provenance {
		if OfProgram(key) {
			out[key] = version
		}
	}
	return out
}
