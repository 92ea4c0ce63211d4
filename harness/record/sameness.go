package record

import "fmt"

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
// gonum's code, whose last bits depend on the processor, do not promise that.
func SameBits(a, b Record) bool { return a.reproducible() && b.reproducible() }
