package analysis

import (
	"cmp"
	"math"
	"slices"
)

// Times are the seconds that an engineer may have for a fit.
var Times = []float64{0.1, 1, 10, 60}

// AtTime is the result of a method after some seconds, as the mean over data sets of means over repeats.
type AtTime struct {
	Label   string
	Regret  float64 // of its loss less the least that any method ends with; of the shares' before there is one
	Begun   float64 // share of the fits that have a loss
	Ended   float64 // share of the fits that have ended before their budget
	Falling float64 // share of the fits whose loss falls by more than [Worth.Fall] after that, or fell by so much in the second half of their budget
}

// Known is how many seconds the fits cover: the least budget that ended a fit, or, if no budget did, the
// time of the longest fit.
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

// AfterTime returns the result of every method after some seconds, the one with the least regret first. If
// there are no shares to replace missing models, methods with fits that have no model yet are last.
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
