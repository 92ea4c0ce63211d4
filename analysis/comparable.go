package analysis

import (
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// comparable returns the labels at a place that can be compared by a metric, in the order of the
// specification, and those that cannot. A label needs half the repeats of the label with the most, and
// at least two if two labels have two: means over other repeats would be of other test rows. Labels with more
// repeats are taken first; a label that leaves too few repeats in common is not compared either.
func (p *Experiment) comparable(at Coordinates, metric string) (labels, absent []string) {
	repeats := map[string][]int{}
	var planned []string
	for _, label := range p.Labels {
		if g := p.Group(at.With(spec.LabelKey, label)); g.Planned > 0 {
			planned, repeats[label] = append(planned, label), RepeatsOf(withMetric(g.OK, metric))
		}
	}
	byMost := slices.Clone(planned)
	slices.SortStableFunc(byMost, func(a, b string) int { return len(repeats[b]) - len(repeats[a]) })
	if len(byMost) < 2 || len(repeats[byMost[0]]) == 0 {
		return nil, nil
	}
	common, least := repeats[byMost[0]], min(2, max(1, len(repeats[byMost[1]])))
	for _, label := range byMost[1:] {
		if shared := inBoth(common, repeats[label]); len(shared) >= least && 2*len(repeats[label]) >= len(repeats[byMost[0]]) {
			common = shared
		} else {
			absent = append(absent, label)
		}
	}
	gone := func(label string) bool { return slices.Contains(absent, label) }
	labels = slices.DeleteFunc(slices.Clone(planned), gone)
	return labels, slices.DeleteFunc(planned, func(label string) bool { return !gone(label) })
}

// withMetric returns the records that have a metric.
func withMetric(records []record.Record, metric string) []record.Record {
	return slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool { _, ok := metrics.Get(metric).Value(r); return !ok })
}

// ofTheseRepeats returns the records of the given repeats, which ascend.
func ofTheseRepeats(records []record.Record, repeats []int) []record.Record {
	return slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool { _, among := slices.BinarySearch(repeats, r.Repeat); return !among })
}

// inBoth returns the repeats that are in both lists; the second one ascends.
func inBoth(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(repeat int) bool { _, among := slices.BinarySearch(b, repeat); return !among })
}

// Paired are the records of two labels in the repeats that both have. Those of each are in the order of repeats.
func Paired(a, b []record.Record) [][2]record.Record {
	var out [][2]record.Record
	for _, r := range a {
		for len(b) > 0 && b[0].Repeat < r.Repeat {
			b = b[1:]
		}
		if len(b) > 0 && b[0].Repeat == r.Repeat {
			out = append(out, [2]record.Record{r, b[0]})
		}
	}
	return out
}

// RepeatsOf returns the repeats that records are of, in order.
func RepeatsOf(records []record.Record) []int {
	out := make([]int, 0, len(records))
	for _, r := range records {
		out = append(out, r.Repeat)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
