package analysis

import "gpcbench/harness/record"

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
