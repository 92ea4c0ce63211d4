package analysis

import (
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// contest is the labels at a place that can be ranked by a metric, with their records of the
// repeats that all of them have: means over other repeats would be of other test rows.
type contest struct {
	labels  []string // in the order of the specification
	records map[string][]record.Record
	repeats int // that all have
	planned int
	absent  []string // labels that are not ranked
}

// contest returns who can be ranked at a place. A label needs half the repeats of the label
// that has most, and two where two labels have two. Labels with more repeats come first; one
// that leaves too few in common is not ranked either.
func (p *Experiment) contest(at Coordinates, metric string) contest {
	c := contest{records: map[string][]record.Record{}}
	repeats := map[string][]int{}
	var planned, ranked []string
	for _, label := range p.Labels {
		if g := p.Group(at.With("label", label)); g.Planned > 0 {
			planned, c.planned = append(planned, label), max(c.planned, g.Planned)
			repeats[label] = repeatsOf(withMetric(g.OK, metric))
		}
	}
	byMost := slices.Clone(planned)
	slices.SortStableFunc(byMost, func(a, b string) int { return len(repeats[b]) - len(repeats[a]) })
	if len(byMost) < 2 || len(repeats[byMost[0]]) == 0 {
		return c
	}
	least, most := min(2, max(1, len(repeats[byMost[1]]))), len(repeats[byMost[0]])
	common := repeats[byMost[0]]
	for _, label := range byMost {
		shared := inBoth(common, repeats[label])
		if label == byMost[0] || len(shared) >= least && 2*len(repeats[label]) >= most {
			ranked, common = append(ranked, label), shared
		}
	}
	takesPart := func(label string) bool { return slices.Contains(ranked, label) }
	c.absent = slices.DeleteFunc(slices.Clone(planned), takesPart)
	c.labels, c.repeats = slices.DeleteFunc(planned, func(label string) bool { return !takesPart(label) }), len(common)
	for i, records := range p.common(c.labels, at, metric) {
		c.records[c.labels[i]] = records
	}
	return c
}

// withMetric returns those of records that have a metric.
func withMetric(records []record.Record, metric string) []record.Record {
	return slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool { _, has := metrics.Get(metric).Value(r); return !has })
}

// ofTheseRepeats returns those of records that are of some repeats.
func ofTheseRepeats(records []record.Record, repeats []int) []record.Record {
	return slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool { return !slices.Contains(repeats, r.Repeat) })
}

// inBoth returns the repeats of the first that are among the second.
func inBoth(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(repeat int) bool { return !slices.Contains(b, repeat) })
}

// repeatsOf returns the repeats that records are of.
func repeatsOf(records []record.Record) []int {
	var out []int
	for _, r := range records {
		out = append(out, r.Repeat)
	}
	return slices.Compact(out)
}
