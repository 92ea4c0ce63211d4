package analysis

import (
	"maps"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// AverageRow is the name of the row that is the mean over the data sets, in
// tables and in published.toml.
const AverageRow = "average"

// average summarises the mean of a metric over the data sets ([Experiment.averages]). Cells are planned as
// often as for the data set with the fewest. A repeat that was run for all and failed for one of them counts
// as failed.
func (p *Experiment) average(at Coordinates, metric, summary string) (Group, Summary) {
	out := Group{At: at}
	failed, run := map[int]record.Record{}, map[int]int{}
	for i, d := range p.Datasets {
		g := p.Group(at.With(spec.DatasetKey, d.Name))
		if i == 0 || g.Planned < out.Planned {
			out.Planned = g.Planned
		}
		for _, r := range g.Failures {
			failed[r.Repeat] = r
			run[r.Repeat]++
		}
		for _, r := range g.OK {
			run[r.Repeat]++
		}
	}
	for _, repeat := range slices.Sorted(maps.Keys(failed)) {
		if run[repeat] == len(p.Datasets) {
			out.Failures = append(out.Failures, failed[repeat])
		}
	}
	return out, summariseAverages(p.averages(at, metric), metric, summary)
}

// averages are the means of a metric over the data sets, of each repeat that is there for all of them.
func (p *Experiment) averages(at Coordinates, metric string) map[int]float64 {
	total, sets := map[int]float64{}, map[int]int{}
	for _, d := range p.Datasets {
		of := map[int]float64{}
		for _, r := range p.Group(at.With(spec.DatasetKey, d.Name)).OK {
			if v, ok := metrics.Get(metric).Value(r); ok {
				of[r.Repeat] = v
			}
		}
		for repeat, v := range of {
			total[repeat] += v
			sets[repeat]++
		}
	}
	for repeat, n := range sets {
		if total[repeat] /= float64(n); n < len(p.Datasets) {
			delete(total, repeat)
		}
	}
	return total
}

// summariseAverages summarises means over data sets, by repeat.
func summariseAverages(of map[int]float64, metric, summary string) Summary {
	var means []float64
	for _, repeat := range slices.Sorted(maps.Keys(of)) {
		means = append(means, of[repeat])
	}
	return SummariseValues(means, metric, summary)
}
