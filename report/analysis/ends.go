package analysis

import (
	"math"

	"gpcbench/harness/record"
)

// A curve is flat if over the last half of its fits it moves by at most this share of its
// last value, or by at most this much.
const (
	FlatShare = 0.01
	FlatValue = 0.001
)

// Settled says whether a change over the last half of a fit is small beside the value at
// its end.
func Settled(change, value float64) bool {
	return math.Abs(change) <= max(FlatShare*math.Abs(value), FlatValue)
}

// SpentBudget counts the fits whose time has reached their budget.
func SpentBudget(records []record.Record) int {
	n := 0
	for _, r := range records {
		if b := budget(r); b > 0 && r.Timing.WallSeconds >= b {
			n++
		}
	}
	return n
}

// budget is the time that a fit was given, 0 where there was no limit.
func budget(r record.Record) float64 {
	b, _ := r.Options["budget_seconds"].(float64)
	return b
}
