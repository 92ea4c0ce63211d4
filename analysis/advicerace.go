package analysis

import (
	"cmp"
	"math"
	"slices"
)

// raceTime is how many seconds the methods of a race have together.
func (l leftOut) raceTime() (seconds float64) {
	for _, s := range l.others {
		seconds += raceShare * leftOut{of: s, judged: -1}.trainingTime(math.Inf(1), l.Labels...) / float64(len(l.others))
	}
	return seconds
}

// race gives each label so many seconds, takes the one with the least loss by then, and returns what they used.
func (l leftOut) race(each float64, labels ...string) (string, float64) {
	return l.least(each, labels...), l.trainingTime(each, labels...)
}

// share is how many seconds each label has if they share some equally, and those that end earlier leave theirs to
// the others. It is infinite if all end in time.
func (l leftOut) share(seconds float64, labels ...string) float64 {
	ends := make([]float64, len(labels))
	for i, label := range labels {
		ends[i] = l.trainingTime(math.Inf(1), label)
	}
	slices.Sort(ends)
	for i, end := range ends {
		if each := seconds / float64(len(ends)-i); end > each {
			return each
		}
		seconds -= end
	}
	return math.Inf(1)
}

// Team is the team for a table that is none of the data sets.
func (f Fits) Team() []string { return leftOut{Fits: f, others: f.Sets}.bestTeam() }

// bestTeam is the labels whose race has the least mean regret on the other data sets: first the best alone, then
// with it the one that lowers it most, until none does.
func (l leftOut) bestTeam() (team []string) {
	seconds, least := l.raceTime(), math.Inf(1)
	for {
		better := ""
		for _, label := range l.Labels {
			if slices.Contains(team, label) {
				continue
			}
			if regret := l.regretOfRaces(seconds, append(slices.Clone(team), label)); regret < least {
				better, least = label, regret
			}
		}
		if better == "" {
			return team
		}
		team = append(team, better)
	}
}

// regretOfRaces is the sum over the other data sets of the regrets of what a race takes there.
func (l leftOut) regretOfRaces(seconds float64, labels []string) (total float64) {
	for _, s := range l.others {
		other := leftOut{of: s, judged: -1}
		taken, _ := other.race(other.share(seconds, labels...), labels...)
		total += s.Regrets[taken]
	}
	return total
}

// halve lets all labels share some seconds, in as many rounds of the same length as it takes to drop half of
// those left after each, and returns the last one and what all of them used.
func (l leftOut) halve(seconds float64) (string, float64) {
	left, used, each := slices.Clone(l.Labels), 0.0, 0.0
	rounds := math.Ceil(math.Log2(float64(len(left))))
	for len(left) > 1 {
		each += seconds / rounds / float64(len(left))
		slices.SortStableFunc(left, func(a, b string) int { return cmp.Compare(l.lossAfter(each, a), l.lossAfter(each, b)) })
		stay := (len(left) + 1) / 2
		used += l.trainingTime(each, left[stay:]...)
		left = left[:stay]
	}
	return left[0], used + l.trainingTime(each, left[0])
}
