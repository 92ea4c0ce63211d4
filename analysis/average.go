package analysis

import (
	"maps"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// AverageRow is the name of the row that is the mean over the data sets, in
// tables and in published.toml.
const AverageRow = "average"

// average summarises the mean of a metric over the data sets, which is taken
// within each repeat that is there for all of them. Cells are planned as often
// as for the data set with the fewest; a repeat that failed for one of them, and was run for all,
// failed.
func (p *Experiment) average(at Coordinates, metric, summary string) (Group, Summary) {
	out := Group{At: at}
	var values []map[int]float64 // by repeat, for each data set
	failed, run := map[int]record.Record{}, map[int]int{}
	for i, d := range p.Datasets {
		g := p.Group(at.With("dataset", d.Name))
		if i == 0 || g.Planned < out.Planned {
			out.Planned = g.Planned
		}
		for _, r := range g.Failures {
			failed[r.Repeat] = r
			run[r.Repeat]++
		}
		of := map[int]float64{}
		for _, r := range g.OK {
			run[r.Repeat]++
			if v, ok := metrics.Get(metric).Value(r); ok {
				of[r.Repeat] = v
			}
		}
		values = append(values, of)
	}
	var means []float64
	for _, repeat := range slices.Sorted(maps.Keys(run)) {
		if r, ok := failed[repeat]; ok && run[repeat] == len(values) {
			out.Failures = append(out.Failures, r)
		}
		total, n := 0.0, 0
		for _, of := range values {
			if v, ok := of[repeat]; ok {
				total, n = total+v, n+1
			}
		}
		if n == len(values) {
			means = append(means, total/float64(n))
		}
	}
	return out, SummariseValues(means, metric, summary)
}
