package replication

import (
	"fmt"
	"math"
	"slices"

	"gpcbench/report/analysis"
)

// enoughDatasets is how many data sets an interval over them needs: below six no order of
// theirs is unlikelier than 5% by chance.
const enoughDatasets = 6

// OverMedian is [Outcome.Over] where the figure is the median of the cases.
const OverMedian = "the median of the cases"

// overall is the figure of all cases with its interval, and what that is over. Where a case
// is infinite, as a time to a target that is never reached, it is the median of the cases, and
// its ends are the medians of theirs.
func overall(effects []effect) (value, low, high float64, over string) {
	var names []string
	var values []float64
	of := map[string][]effect{}
	for _, e := range effects {
		values = append(values, e.value)
		name := e.at["dataset"]
		if of[name] == nil {
			names = append(names, name)
		}
		of[name] = append(of[name], e)
	}
	if slices.ContainsFunc(values, func(v float64) bool { return math.IsInf(v, 0) }) {
		value, low, high = medianOf(effects)
		return value, low, high, OverMedian
	}
	var means []float64
	var sets []effect
	for _, name := range names {
		value, low, high := meanOf(of[name])
		means = append(means, value)
		sets = append(sets, effect{value: value, low: low, high: high})
	}
	if len(sets) < enoughDatasets {
		value, low, high = meanOf(sets)
		return value, low, high, overText(effects)
	}
	t := analysis.CorrectedT(means, 0)
	return t.Mean, t.Low, t.High, fmt.Sprintf("%d data sets", len(means))
}

// meanOf averages figures and the ends of their intervals.
func meanOf(effects []effect) (value, low, high float64) {
	n := float64(len(effects))
	for _, e := range effects {
		e = e.bounded()
		value, low, high = value+e.value/n, low+e.low/n, high+e.high/n
	}
	return value, low, high
}

// medianOf returns the median of figures, and of their ends the lower and the upper one of the two
// in the middle, which may be infinite.
func medianOf(effects []effect) (value, low, high float64) {
	var values, lows, highs []float64
	for _, e := range effects {
		e = e.bounded()
		if !e.hasInterval() { // of a single fit, whose spread is not known
			e.low, e.high = math.Inf(-1), math.Inf(1)
		}
		values, lows, highs = append(values, e.value), append(lows, e.low), append(highs, e.high)
	}
	if !slices.ContainsFunc(effects, effect.hasInterval) {
		return analysis.MedianOf(values), math.NaN(), math.NaN()
	}
	slices.Sort(lows)
	slices.Sort(highs)
	return analysis.MedianOf(values), lows[(len(lows)-1)/2], highs[len(highs)/2]
}

// overText says what the intervals of cases are over, nothing where it is not one thing.
func overText(effects []effect) string {
	over, least, most := "", 0, 0
	for i, e := range slices.DeleteFunc(slices.Clone(effects), func(e effect) bool { return !e.hasInterval() }) {
		if i == 0 {
			over, least, most = e.over, e.repeats, e.repeats
		}
		if e.over != over {
			return ""
		}
		least, most = min(least, e.repeats), max(most, e.repeats)
	}
	switch {
	case over != "" || most == 0:
		return over
	case least < most:
		return fmt.Sprintf("%d to %d repeats", least, most)
	}
	return fmt.Sprintf("%d repeats", most)
}
