package replication

import (
	"fmt"
	"math"
	"slices"

	"gpcbench/analysis"
	"gpcbench/analysis/statistics"
	"gpcbench/harness/spec"
	"gpcbench/report/replication/statistic"
	"gpcbench/wording"
)

// stand decides for each case whether it is for or against a claim, or open. If all cases agree by their
// own intervals, that is decided. If not, some of many may differ by chance: then each case gets an interval
// of coverage 1 - 0.05/n, so that all n hold jointly with 95% (Bonferroni).
func stand(r statistic.Region, cases []statistic.Case) {
	alike := true
	for i, e := range cases {
		cases[i].Stands = r.Stands(e.Value, e.Low, e.High)
		alike = alike && cases[i].Stands == cases[0].Stands
	}
	if alike {
		return
	}
	coverage := 1 - (1-statistics.Level)/float64(len(cases))
	for i, e := range cases {
		if e.Ends != nil {
			low, high := e.Ends(coverage)
			cases[i].Stands = r.Stands(e.Value, low, high)
		}
	}
}

// together is the joint result of cases.
type together struct {
	value, low, high float64
	over             string // what the interval is over
	few              bool   // it rests on intervals of which [statistic.Case.Few] says so
	outcome          string
}

// judge judges a claim by its cases. It holds if every case supports it, or if all together support it
// and no case contradicts it. A margin is for one data set of the paper, and a mean over several stays within
// it easily: so with a margin, more than half of several cases must also support the claim, and the
// value of each must be within the margin. A few contradicting cases do not refute a claim if the
// value over all is as claimed: that is open. A claim about most cases holds if more than
// half of them support it, whatever the others do, and does not hold if half are against it.
func judge(c statistic.Claim, r statistic.Region, cases []statistic.Case) together {
	out := overall(cases)
	all := standsOverall(r, cases, out.value, out.low, out.high)
	counts, n := map[string]int{}, len(cases)
	beyond := false // the value of a case is not as claimed, whatever its interval
	for _, e := range cases {
		counts[e.Stands]++
		beyond = beyond || r.Alone(e.Value) != statistic.For
	}
	contrary := counts[statistic.Against] + counts[statistic.Short]
	marginFails := c.Margin != nil && n > 1 && (2*counts[statistic.For] <= n || beyond)
	leftOpen := r.Alone(out.value) == statistic.For && 2*contrary <= n
	switch {
	case c.Most && 2*counts[statistic.For] > n:
		out.outcome = wording.Holds
	case c.Most && 2*contrary >= n:
		out.outcome = wording.DoesNotHold
	case c.Most:
		out.outcome = wording.CannotTell
	case counts[statistic.For] == n, all == statistic.For && contrary == 0 && !marginFails:
		out.outcome = wording.Holds
	case all == statistic.Against:
		out.outcome = wording.DoesNotHold
	case counts[statistic.For] > 0, all == statistic.For:
		out.outcome = wording.HoldsInPart
	case contrary > 0 && !leftOpen, all == statistic.Short:
		out.outcome = wording.DoesNotHold
	default:
		out.outcome = wording.CannotTell
	}
	return out
}

// standsOverall says whether the value of all cases is in the region. If some cases have an interval and
// the value has none, because another case is a single fit of unknown spread, only the cases decide.
func standsOverall(r statistic.Region, cases []statistic.Case, value, low, high float64) string {
	if math.IsNaN(low) && slices.ContainsFunc(cases, statistic.Case.HasInterval) {
		return statistic.Open
	}
	return r.Stands(value, low, high)
}

// enoughDatasets is how many data sets an interval over them needs: with fewer than six, no order of
// them has a probability below 5% by chance.
const enoughDatasets = 6

// overMedian is [Outcome.Over] where the value is the median of the cases.
const overMedian = "the median of the cases"

// overall is the value of all cases with its interval and what the interval is over; it has no outcome yet. If a
// case is infinite, such as a time to a target that is never reached, or not known, the value is the median of
// the known cases, and its ends are the medians of the ends of all.
func overall(cases []statistic.Case) together {
	few := slices.ContainsFunc(cases, func(e statistic.Case) bool { return e.Few && e.HasInterval() })
	if slices.ContainsFunc(cases, func(e statistic.Case) bool { return math.IsInf(e.Value, 0) || math.IsNaN(e.Value) }) {
		value, low, high := medianOf(cases)
		return together{value: value, low: low, high: high, over: overMedian, few: few}
	}
	var means []float64
	var sets []statistic.Case
	for _, own := range groups(cases, func(a, b statistic.Case) bool { return a.At[spec.DatasetKey] == b.At[spec.DatasetKey] }) {
		value, low, high := meanOf(own)
		means = append(means, value)
		sets = append(sets, statistic.Case{Value: value, Low: low, High: high})
	}
	if len(sets) < enoughDatasets {
		value, low, high := meanOf(sets)
		return together{value: value, low: low, high: high, over: overText(cases), few: few}
	}
	t := statistics.MeanInterval(means, 0)
	return together{value: t.Mean, low: t.Low, high: t.High, over: fmt.Sprintf("over %d data sets", len(means))}
}

// groups divides cases into groups of like cases, in the order of their first.
func groups(cases []statistic.Case, alike func(a, b statistic.Case) bool) [][]statistic.Case {
	var out [][]statistic.Case
	for len(cases) > 0 {
		own, rest := divide(cases, func(e statistic.Case) bool { return alike(e, cases[0]) })
		out, cases = append(out, own), rest
	}
	return out
}

// meanOf averages values and the ends of their intervals.
func meanOf(cases []statistic.Case) (value, low, high float64) {
	n := float64(len(cases))
	for _, e := range cases {
		e = e.Bounded()
		value, low, high = value+e.Value/n, low+e.Low/n, high+e.High/n
	}
	return value, low, high
}

// medianOf returns the median of the values that are known, NaN where none is, and of their ends the lower and the upper one of the two
// in the middle, which may be infinite.
func medianOf(cases []statistic.Case) (value, low, high float64) {
	var values, lows, highs []float64
	for _, e := range cases {
		e = e.Bounded()
		if !e.HasInterval() { // of a single fit, whose spread is not known
			e.Low, e.High = math.Inf(-1), math.Inf(1)
		}
		values, lows, highs = append(values, e.Value), append(lows, e.Low), append(highs, e.High)
	}
	middle := math.NaN()
	if values = analysis.Numeric(values); len(values) > 0 {
		middle = analysis.MedianOf(values)
	}
	if !slices.ContainsFunc(cases, statistic.Case.HasInterval) {
		return middle, math.NaN(), math.NaN()
	}
	slices.Sort(lows)
	slices.Sort(highs)
	return middle, lows[(len(lows)-1)/2], highs[len(highs)/2]
}

// overText says what the intervals of cases are over, "" if they differ.
func overText(cases []statistic.Case) string {
	over, least, most := "", 0, 0
	for i, e := range slices.DeleteFunc(slices.Clone(cases), func(e statistic.Case) bool { return !e.HasInterval() }) {
		if i == 0 {
			over, least, most = e.Over, e.Repeats, e.Repeats
		}
		if e.Over != over {
			return ""
		}
		least, most = min(least, e.Repeats), max(most, e.Repeats)
	}
	switch {
	case over != "" || most == 0:
		return over
	case least < most:
		return fmt.Sprintf("over %d to %d repeats", least, most)
	}
	return fmt.Sprintf("over %d repeats", most)
}
