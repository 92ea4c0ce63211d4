package record

import (
	"fmt"
	"maps"
)

// Differs says how the deterministic parts of two records of one cell differ, as "nll = 0.1 and
// 0.2"; empty if they have the same bits. A metric or a trace that either record lacks is not
// compared.
func Differs(a, b Record) string {
	d, found := differing(a, b)
	if !found {
		return ""
	}
	return fmt.Sprintf("%s = %v and %v", d.What, d.Values[0], d.Values[1])
}

// SameBits says whether two records of one cell must have the same bits. That is not so for budgets of
// time, nor for gonum's code, whose last bits depend on the processor. The user's own programs must
// declare it, and then it holds only for the same libraries.
func SameBits(a, b Record) bool {
	return a.reproducible() && b.reproducible() && maps.Equal(a.libraries(), b.libraries())
}

// libraries returns what the user's own program is made of, by key of the provenance.
func (r *Record) libraries() map[string]string {
	out := map[string]string{}
	for key, version := range r.Provenance {
		if OfProgram(key) {
			out[key] = version
		}
	}
	return out
}
