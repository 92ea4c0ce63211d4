package analysis

import (
	"math"
	"slices"

	"gpcbench/analysis/statistics"
	"gpcbench/data/split"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Design is how the repeats of a data set divide its rows, as the mean over their records; it is all NaN
// if a record does not say. For repeats with a test file it has only the ratio.
func (p *Experiment) Design(dataset string, records []record.Record) statistics.Design {
	var of split.Spec
	testFile := false // which every repeat tests
	if i := slices.IndexFunc(p.Spec.Datasets, func(d spec.Dataset) bool { return d.Name == dataset }); i >= 0 {
		of, testFile = p.Spec.Datasets[i].Split, p.Spec.Datasets[i].TestFile != ""
	}
	once := 1 // repeats, from the first on, that test rows of their own among as many
	if kind := of.Find(); kind.TestedOnce != nil {
		once = max(1, kind.TestedOnce(of))
	}
	repeats := RepeatsOf(records)
	var out statistics.Design
	n, all := float64(len(records)), float64(p.Dataset(dataset).Rows)
	for _, r := range records {
		train, test := float64(r.TrainRows()), float64(r.TestRows())
		if train == 0 || test == 0 {
			return statistics.Design{Ratio: math.NaN(), Tested: math.NaN(), Trained: math.NaN()}
		}
		out.Ratio += test / train / n
		if of.Distinct { // they are few because each is taken once
			train = all - test
		}
		out.Trained += train / all / n
		out.Tested += test / all / n * drawnAnew(r.Repeat, repeats, once)
		if testFile || train+test > all {
			out.Tested = math.NaN()
		}
	}
	return out
}

// drawnAnew is the share of the other repeats whose test rows are drawn from all rows, including those of this
// one: folds of another order.
func drawnAnew(repeat int, repeats []int, once int) float64 {
	anew, others := 0.0, 0.0
	for _, other := range repeats {
		if other == repeat {
			continue
		}
		others++
		if other/once != repeat/once {
			anew++
		}
	}
	return anew / max(others, 1)
}
