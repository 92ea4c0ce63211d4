package analysis

import (
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// unfinished reports whether the test loss of a fit that its budget ended was still falling in the second half of the
// budget, or whether it had no model before that half.
func unfinished(r record.Record, worth Worth) bool {
	if !atBudget(r) {
		return false
	}
	var half, last float64
	seen := false
	for p := range r.Points() {
		v, ok := metrics.Get(worth.Loss).At(p)
		if !ok {
			continue
		}
		switch {
		case p.Seconds <= r.Options.BudgetSeconds()/2:
			half = v
		case !seen:
			return true
		}
		last, seen = v, true
	}
	return seen && half-last > worth.Fall()
}

// unfinishedSets counts the data sets on which most fits of a method are not finished.
func unfinishedSets(worth Worth, sets ...[]record.Record) (n int) {
	for _, records := range sets {
		left := slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool { return !unfinished(r, worth) })
		if 2*len(left) > len(records) {
			n++
		}
	}
	return n
}
