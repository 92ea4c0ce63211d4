package analysis

import (
	"maps"
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods/role"
	"gpcbench/wording"
)

// markBest marks the best value of a row and those that look equal to it, by means or medians over the
// repeats that all of them have: other repeats may be easier. Methods with one repeat are not compared with
// those of more. It marks none if all are equal, if neither
// higher nor lower is better, for times that a budget ended, and in a row of several data sets, some of
// which are easier than others.
func (p *Experiment) markBest(line []Entry, metric, kind string) {
	m := metrics.Get(metric)
	if m.Unranked || m.TrainingTime && slices.ContainsFunc(line, spentBudget) || ofSeveralDatasets(line) {
		return
	}
	var among []*Entry
	most := 0
	for _, e := range line {
		if p.canBeBest(e.Group.At[spec.LabelKey], metric) {
			most = max(most, e.Summary.N)
		}
	}
	least := min(2, most)
	for i, e := range line {
		if e.Summary.N >= least && e.Summary.N > 0 && p.canBeBest(e.Group.At[spec.LabelKey], metric) {
			among = append(among, &line[i])
		}
	}
	summaries := p.inCommon(among, metric, kind)
	best := -1
	for i, s := range summaries {
		if v := s.Value; !math.IsNaN(v) && (best < 0 || (v > summaries[best].Value) == m.HigherIsBetter && v != summaries[best].Value) {
			best = i
		}
	}
	worse := func(s Summary) bool { return !showsEqual(s.Shown(metric), summaries[best].Shown(metric)) }
	if best < 0 || !slices.ContainsFunc(summaries, worse) {
		return
	}
	for i, e := range among {
		e.Best, e.Compared = !worse(summaries[i]), summaries[i].N
	}
}

// ofSeveralDatasets says whether the entries of a row are of more than one data set.
func ofSeveralDatasets(line []Entry) bool {
	return slices.ContainsFunc(line, func(e Entry) bool { return e.Group.At[spec.DatasetKey] != line[0].Group.At[spec.DatasetKey] })
}

// inCommon are the summaries of entries over the repeats that all of them have, if their repeats
// differ.
func (p *Experiment) inCommon(entries []*Entry, metric, kind string) []Summary {
	out := make([]Summary, len(entries))
	of := make([]repeats, len(entries))
	differ := false
	var common []int
	for i, e := range entries {
		out[i], of[i] = e.Summary, p.repeatsIn(*e, metric, kind)
		if i == 0 {
			common = of[i].are
		}
		differ = differ || !slices.Equal(of[i].are, common)
		common = inBoth(common, of[i].are)
	}
	for i := range of {
		if differ {
			out[i] = of[i].summarise(common)
		}
	}
	return out
}

// repeats are the repeats of an entry of a table, in order, and its summary over some of them.
type repeats struct {
	are       []int
	summarise func(some []int) Summary
}

// repeatsIn are the repeats of an entry: those of its records, and of one over all data sets those
// that it averages.
func (p *Experiment) repeatsIn(e Entry, metric, kind string) repeats {
	if e.Group.At[spec.DatasetKey] == AverageRow {
		of := p.averages(e.Group.At, metric)
		return repeats{slices.Sorted(maps.Keys(of)), func(some []int) Summary {
			over := maps.Clone(of)
			maps.DeleteFunc(over, func(repeat int, _ float64) bool { return !slices.Contains(some, repeat) })
			return summariseAverages(over, metric, kind)
		}}
	}
	return repeats{RepeatsOf(withMetric(e.Group.OK, metric)), func(some []int) Summary {
		return Summarise(ofTheseRepeats(e.Group.OK, some), metric, kind)
	}}
}

// showsEqual says whether two values are equal to as many digits as both are written with.
func showsEqual(a, b Summary) bool {
	d := min(Decimals(a), Decimals(b))
	return wording.Fixed(a.Value, d) == wording.Fixed(b.Value, d)
}

// canBeBest reports whether a label can be the best in a metric, and so has a rank.
func (p *Experiment) canBeBest(label, metric string) bool {
	return p.competes(label, metric) && !p.isTrivial(label)
}

// isTrivial reports whether a label is of a method that learns only shares: being best, for
// example in calibration, is no merit of such a method.
func (p *Experiment) isTrivial(label string) bool {
	return slices.ContainsFunc(p.Spec.Methods, func(m spec.Method) bool { return m.Label == label && role.Of[m.Name] == role.Floor })
}

// Floors are the labels of methods that learn only shares and are never the best of a row, unless a limit
// of rows excludes them from data sets.
func (p *Experiment) Floors() []string {
	return slices.DeleteFunc(slices.Clone(p.Labels), func(label string) bool { return !p.isTrivial(label) || p.limited(label) })
}

// worseThanShares reports whether an entry is worse than the class or label shares alone, in a metric
// of the quality of predictions.
func (p *Experiment) worseThanShares(e Entry, metric, summary string) bool {
	worth := worthOf(p.Dataset(e.Group.At[spec.DatasetKey]))
	if metric != worth.Loss && metric != worth.Secondary || e.Group.At[spec.LabelKey] == "" || p.isTrivial(e.Group.At[spec.LabelKey]) {
		return false
	}
	return slices.ContainsFunc(p.Floors(), func(floor string) bool {
		shares := Entry{Group: p.Group(e.Group.At.With(spec.LabelKey, floor))}
		shares.Summary = Summarise(shares.Group.OK, metric, summary)
		summaries := p.inCommon([]*Entry{&e, &shares}, metric, summary)
		if metrics.Get(metric).HigherIsBetter {
			return summaries[0].Value < summaries[1].Value
		}
		return summaries[0].Value > summaries[1].Value
	})
}

// spentBudget says whether a fit of an entry went on until its budget was spent.
func spentBudget(e Entry) bool {
	return slices.ContainsFunc(e.Group.OK, atBudget)
}

// atBudget says whether a fit went on until its budget was spent.
func atBudget(r record.Record) bool {
	b := r.Options.BudgetSeconds()
	return b > 0 && r.Timing.Seconds() >= b
}
