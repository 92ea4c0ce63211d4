package analysis

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"gpcbench/analysis/statistics"
	"gpcbench/wording"
)

// Settings of the rules of advice, the same for every data set.
const (
	nearSets  = 5   // data sets that are most like the one that advice is for
	raceShare = 0.1 // of the time that all methods took on the other sets, which those that race share
)

// Goals of advice.
const (
	GoalSets = 0.9 // share of the data sets on which what is taken is within half the margin of the best
	GoalCost = 0.1 // share of the time of all methods
)

// Near is how far above the best of a data set a loss may be to count as good there.
func (w Worth) Near() float64 { return w.Margin / 2 }

// Rule is a way to choose a method for a table.
type Rule struct {
	Name, Says string
	choose     func(l leftOut) (label string, seconds float64)
}

// Rules are those that are tested; the first and the last are there for comparison.
var Rules = []Rule{
	{"always", "the method with the least mean regret on the other sets", func(l leftOut) (string, float64) {
		return l.best(l.others), 0
	}},
	{"nearest", "the method with the least mean regret on the " + wording.Word(nearSets) + " other sets with the most similar features", func(l leftOut) (string, float64) {
		return l.best(l.nearest()), l.trainingTime(math.Inf(1), l.Linear)
	}},
	{"race", "two methods share " + wording.OneIn(1/raceShare) + " of the time that all methods took on the other sets, and the one with the lower loss by then is taken; their better one has the least mean regret there of all pairs", func(l leftOut) (string, float64) {
		return l.race(l.raceTime()/2, l.pair(l.others)...)
	}},
	{"race by nearest", "the same, but the two are chosen by the " + wording.Word(nearSets) + " other sets with the most similar features", func(l leftOut) (string, float64) {
		linear := l.trainingTime(math.Inf(1), l.Linear)
		label, seconds := l.race(max(0, l.raceTime()-linear)/2, l.pair(l.nearest())...)
		return label, linear + seconds
	}},
	{"team", "several methods share that time, and those that end early leave theirs to the others; methods are added one after another, as long as such races on the other sets then have a lower mean regret", func(l leftOut) (string, float64) {
		return l.race(l.share(l.raceTime(), l.team()...), l.team()...)
	}},
	{"halving", "all methods share that time, in rounds of the same length; after each the half with the higher losses is dropped (successive halving, Jamieson and Talwalkar 2016)", func(l leftOut) (string, float64) {
		return l.halve(l.raceTime())
	}},
	{"all", "all methods to their end; the one with the lowest loss is taken", func(l leftOut) (string, float64) {
		return l.least(math.Inf(1), l.Labels...), l.trainingTime(math.Inf(1), l.Labels...)
	}},
}

// leftOut is a data set for which a method is chosen from the other sets, and from its own repeats except the one
// that judges the choice.
type leftOut struct {
	Fits
	of     SetFits
	judged int // repeat
	others []SetFits
	team   func() []string // bestTeam, found once for all repeats
}

// Tested is the result of a rule of advice, data set by data set.
type Tested struct {
	Rule
	Taken   [][]string // by set and repeat
	Regrets []float64  // by set
	Costs   []float64  // by set, seconds of the fits by which it chose over those of all methods
}

// Mean is the mean regret.
func (t Tested) Mean() float64 { return stat.Mean(t.Regrets, nil) }

// Cost is the mean cost.
func (t Tested) Cost() float64 { return stat.Mean(t.Costs, nil) }

// Meets says whether a rule meets the goals.
func (t Tested) Meets(w Worth) bool {
	return float64(t.Within(w.Near())) >= GoalSets*float64(len(t.Regrets)) && t.Cost() <= GoalCost
}

// Above is the mean difference of the regrets to those of another rule.
func (t Tested) Above(other Tested) statistics.Mean {
	return statistics.MeanInterval(difference(t.Regrets, other.Regrets), 0)
}

// Within counts the data sets on which the regret is at most so many nats.
func (t Tested) Within(nats float64) (n int) {
	for _, r := range t.Regrets {
		if r <= nats {
			n++
		}
	}
	return n
}

// Test leaves out each data set in turn and chooses a method for it by each rule. A choice that uses fits on the
// set itself is made from all repeats but one and judged on that one, for every repeat in turn: no test row judges
// a choice that it was part of. The regret is the mean loss of the chosen methods minus the lowest mean loss of
// any method there over all repeats, which is the loss of an oracle. The data sets are those with at least two
// repeats.
func (f Fits) Test() ([]Tested, []SetFits) {
	f.Sets = slices.DeleteFunc(slices.Clone(f.Sets), func(s SetFits) bool { return s.Repeats() < 2 })
	out := make([]Tested, len(Rules))
	for i, rule := range Rules {
		out[i].Rule = rule
		for at, s := range f.Sets {
			l := leftOut{Fits: f, of: s, others: slices.Delete(slices.Clone(f.Sets), at, at+1)}
			l.team = sync.OnceValue(l.bestTeam)
			var taken []string
			loss, cost := 0.0, 0.0
			for l.judged = range s.Repeats() {
				label, seconds := rule.choose(l)
				taken = append(taken, label)
				loss += s.Fits[label][l.judged].Loss
				cost += seconds / l.trainingTime(math.Inf(1), f.Labels...)
			}
			n := float64(s.Repeats())
			out[i].Taken = append(out[i].Taken, taken)
			out[i].Regrets, out[i].Costs = append(out[i].Regrets, loss/n-s.Least), append(out[i].Costs, cost/n)
		}
	}
	return out, f.Sets
}

// best is the label with the least mean regret on some data sets.
func (l leftOut) best(sets []SetFits) string {
	return slices.MinFunc(l.Labels, func(a, b string) int { return cmp.Compare(l.together(sets, a, a), l.together(sets, b, b)) })
}

// pair is the two labels whose better one has the least mean regret on some data sets.
func (l leftOut) pair(sets []SetFits) []string {
	var out []string
	least := math.Inf(1)
	for i, a := range l.Labels {
		for _, b := range l.Labels[i+1:] {
			if regret := l.together(sets, a, b); regret < least {
				out, least = []string{a, b}, regret
			}
		}
	}
	return out
}

// together is the sum over data sets of the lesser regret of two labels.
func (l leftOut) together(sets []SetFits, a, b string) (total float64) {
	for _, s := range sets {
		total += min(s.Regrets[a], s.Regrets[b])
	}
	return total
}

// nearest are the other data sets with the most similar features: the least sum of squared differences, each divided
// by the variance of the feature on the other sets. Sizes count by their logarithms.
func (l leftOut) nearest() []SetFits {
	scaled := func(f Features) Features {
		f[Rows], f[Attributes], f[Classes] = math.Log(f[Rows]), math.Log(f[Attributes]), math.Log(f[Classes])
		return f
	}
	at, features := scaled(l.Features(l.of, l.judged)), map[string]Features{}
	var all [len(at)][]float64
	for _, s := range l.others {
		features[s.Name] = scaled(l.Features(s))
		for i, v := range features[s.Name] {
			all[i] = append(all[i], v)
		}
	}
	far := func(s SetFits) (d float64) {
		for i, v := range features[s.Name] {
			if term := (v - at[i]) * (v - at[i]) / stat.Variance(all[i], nil); term < math.Inf(1) { // known, and not the same everywhere
				d += term
			}
		}
		return d
	}
	out := slices.Clone(l.others)
	slices.SortStableFunc(out, func(a, b SetFits) int { return cmp.Compare(far(a), far(b)) })
	return out[:min(nearSets, len(out))]
}

// least is the label with the least mean loss after some seconds of each fit.
func (l leftOut) least(after float64, labels ...string) string {
	return slices.MinFunc(labels, func(a, b string) int { return cmp.Compare(l.lossAfter(after, a), l.lossAfter(after, b)) })
}

// lossAfter is the mean loss of a label after some seconds of each fit.
func (l leftOut) lossAfter(seconds float64, label string) float64 {
	return l.of.Mean(label, func(c Course) float64 { return c.After(seconds) }, l.judged)
}

// trainingTime is how many seconds some labels take in a repeat, each at most so many.
func (l leftOut) trainingTime(most float64, labels ...string) (total float64) {
	for _, label := range labels {
		total += l.of.Mean(label, func(c Course) float64 { return min(most, c.Seconds) }, l.judged)
	}
	return total
}
