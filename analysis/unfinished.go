package analysis

import (
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// UnfinishedFall is how much the test loss of a fit that ends at its budget may fall in the second half of its
// time, in nats: one that falls by more is not finished.
const UnfinishedFall = 0.01

// unfinished says whether the test loss of a fit that its budget ended was still falling: in the second half of the
// budget, or to its first model, if there was none before.
func unfinished(r record.Record, loss string) bool {
	if !atBudget(r) {
		return false
	}
	var half, last float64
	seen := false
	for p := range r.Points() {
		v, ok := metrics.Get(loss).At(p)
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
	return seen && half-last > UnfinishedFall
}

// unfinishedSets is on how many data sets most fits of a method are not finished.
func unfinishedSets(loss string, sets ...[]record.Record) (n int) {
	for _, records := range sets {
		left := slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool { return !unfinished(r, loss) })
		if 2*len(left) > len(records) {
			n++
		}
	}
	return n
}
