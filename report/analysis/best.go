package analysis

import (
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/wording"
)

// markBest marks the best value of a row and those that a reader sees equal to it, among those
// of the most repeats: the mean of fewer may be of the easier ones. It marks
// none where all are equal, where no value is the better one, and of times that a budget ended.
func (p *Experiment) markBest(line []Entry, metric string) {
	m := metrics.Get(metric)
	if m.Unranked || m.TrainingTime && slices.ContainsFunc(line, spentBudget) {
		return
	}
	var among []*Entry
	most := 0
	for _, e := range line {
		most = max(most, e.Summary.N)
	}
	for i, e := range line {
		if e.Summary.N > 0 && e.Summary.N == most && p.canBeBest(e.Group.At["label"], metric) {
			among = append(among, &line[i])
		}
	}
	best := math.NaN()
	for _, e := range among {
		if v := e.Summary.Value; math.IsNaN(best) || (v > best) == m.HigherIsBetter && v != best {
			best = v
		}
	}
	var first Summary
	for _, e := range among {
		if e.Summary.Value == best {
			first = e.Summary.Shown(metric)
		}
	}
	worse := func(e *Entry) bool { return !showsEqual(e.Summary.Shown(metric), first) }
	if !slices.ContainsFunc(among, worse) {
		return
	}
	for _, e := range among {
		e.Best = !worse(e)
	}
}

// showsEqual says whether two values are equal to as many digits as both are written with.
func showsEqual(a, b Summary) bool {
	d := min(Decimals(a), Decimals(b))
	return wording.Fixed(a.Value, d) == wording.Fixed(b.Value, d)
}

// canBeBest says whether a label can be the best in a metric, and so has a rank.
func (p *Experiment) canBeBest(label, metric string) bool {
	return p.competes(label, metric) && !p.isTrivial(label)
}

// isTrivial says whether a label is of a method that learns shares alone: what it is best at, as
// calibration, says nothing for it.
func (p *Experiment) isTrivial(label string) bool {
	return slices.ContainsFunc(p.Spec.Methods, func(m spec.Method) bool { return m.Label == label && slices.Contains(spec.Floors, m.Name) })
}

// Floors are the labels of methods that learn shares alone, which are not the best of a row.
func (p *Experiment) Floors() []string {
	return slices.DeleteFunc(slices.Clone(p.Labels), func(label string) bool { return !p.isTrivial(label) })
}

// worseThanShares says whether an entry in a metric that says what predictions are worth is worse
// than what shares of classes or labels alone come to there.
func (p *Experiment) worseThanShares(e Entry, metric, summary string) bool {
	worth := worthOf(p.Dataset(e.Group.At["dataset"]))
	if metric != worth.Loss && metric != worth.Secondary || e.Group.At["label"] == "" || p.isTrivial(e.Group.At["label"]) {
		return false
	}
	return slices.ContainsFunc(p.Floors(), func(floor string) bool {
		shares := Summarise(p.Group(e.Group.At.With("label", floor)).OK, metric, summary)
		if metrics.Get(metric).HigherIsBetter {
			return e.Summary.Value < shares.Value
		}
		return e.Summary.Value > shares.Value
	})
}

// spentBudget says whether a fit of an entry went on until its budget was spent.
func spentBudget(e Entry) bool {
	return slices.ContainsFunc(e.Group.OK, func(r record.Record) bool { b := budget(r); return b > 0 && r.Timing.WallSeconds >= b })
}

// budget is the time that a fit was given, 0 where there was no limit.
func budget(r record.Record) float64 {
	b, _ := r.Options["budget_seconds"].(float64)
	return b
}
