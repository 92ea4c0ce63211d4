package analysis

import (
	"cmp"
	"math"
	"slices"
)

// Times are the seconds that an engineer may have for a fit.
var Times = []float64{0.1, 1, 10, 60}

// AtTime is what a method comes to after some seconds, in the mean over data sets of means over repeats.
type AtTime struct {
	Label   string
	Regret  float64 // of its loss less the least that any method ends with; of the shares' before there is one
	Begun   float64 // share of the fits that have a loss
	Ended   float64 // share of the fits that have ended before their budget
	Falling float64 // share of the fits whose loss falls by more than [Worth.Fall] after that, or fell by so much in the second half of their budget
}

// Known is up to how many seconds it is known what time brings: the least budget that ended a fit, or where
// none did how long the longest fit took.
func (f Fits) Known() (seconds float64, byBudget bool) {
	least := math.Inf(1)
	all, _ := f.Courses()
	for _, c := range all {
		seconds = max(seconds, c.Seconds)
		if atBudget(c.Record) {
			least = min(least, c.Record.Options.BudgetSeconds())
		}
	}
	return min(seconds, least), !math.IsInf(least, 1)
}

// AfterTime returns what every method comes to after some seconds, the one with the least regret first, and
// those last of whose fits some have no model then, if there are no shares to take in its place.
func (f Fits) AfterTime(seconds float64) []AtTime {
	var out []AtTime
	for _, label := range f.Labels {
		a := AtTime{Label: label}
		for _, s := range f.Sets {
			for _, c := range s.Fits[label] {
				weight, loss, over := c.Weight/float64(len(f.Sets)), c.After(seconds), c.Seconds <= seconds
				if over && !atBudget(c.Record) {
					a.Ended += weight
				}
				if math.IsInf(loss, 1) {
					loss = c.Shares
				} else {
					a.Begun += weight
				}
				if loss-c.Loss > f.Worth.Fall() || over && unfinished(c.Record, f.Worth) {
					a.Falling += weight
				}
				a.Regret += weight * (loss - s.Least)
			}
		}
		out = append(out, a)
	}
	last := func(regret float64) float64 {
		if math.IsNaN(regret) {
			return math.Inf(1)
		}
		return regret
	}
	slices.SortStableFunc(out, func(a, b AtTime) int { return cmp.Compare(last(a.Regret), last(b.Regret)) })
	return out
}
