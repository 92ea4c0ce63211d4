package main

import (
	"math/rand/v2"

	"gpcbench/analysis/statistics"
)

// design describes how each repeat divides the rows.
type design struct {
	name    string
	rows    int
	repeats int
	folds   bool // no two repeats are tested on the same row
	cut     func(rng *rand.Rand, rows, repeats int) (train, test [][]int)
}

// designs are those of the experiments: cross-validation, gpcbench's three of five folds, the yardstick's halves, the 70%
// of rivals, villacampa2017's 90%, IDA's Heart and Flare solar, smaller versions of villacampa2017's Waveform and IDA's
// Banana, and rows in time order.
var designs = []design{
	{"ten folds of 200 rows", 200, 10, true, inFolds},
	{"five folds of 300 rows", 300, 5, true, inFolds},
	{"three of five folds of 300 rows", 300, 3, true, threeOfFive},
	{"two folds of 300 rows", 300, 2, true, inFolds},
	{"5 times 90 of 300 rows tested", 300, 5, false, holdout(210)},
	{"20 times 30 of 300 rows tested", 300, 20, false, holdout(270)},
	{"10 times 100 of 270 rows tested", 270, 10, false, holdout(170)},
	{"10 times 400 of 1066 rows tested", 1066, 10, false, holdout(666)},
	{"10 times 210 of 300 rows tested", 300, 10, false, holdout(90)},
	{"10 times 540 of 600 rows tested", 600, 10, false, holdout(60)},
	{"5 blocks in order of 300 rows", 300, 5, true, inOrder},
	{"one split, 300 of 600 rows tested", 600, 1, false, holdout(300)},
}

// meanTrainRows returns the mean number of training rows of a repeat.
func (g design) meanTrainRows() int {
	train, _ := g.cut(rand.New(rand.NewPCG(1, 2)), g.rows, g.repeats)
	n := 0
	for _, t := range train {
		n += len(t)
	}
	return n / len(train)
}

// rule returns the design as the intervals of package statistics take it.
func (g design) rule() statistics.Design {
	train, test := g.cut(rand.New(rand.NewPCG(1, 2)), g.rows, g.repeats)
	var d statistics.Design
	n, all := float64(g.repeats), float64(g.rows)
	for j := range train {
		trained, tested := float64(len(train[j])), float64(len(test[j]))
		d.Ratio += tested / trained / n
		d.Trained += trained / all / n
		if !g.folds {
			d.Tested += tested / all / n
		}
	}
	return d
}

// inFolds tests each fold of a random order with a model trained on the others.
func inFolds(rng *rand.Rand, rows, repeats int) (train, test [][]int) {
	order := rng.Perm(rows)
	for r := range repeats {
		from, to := r*rows/repeats, (r+1)*rows/repeats
		test = append(test, order[from:to])
		train = append(train, append(append([]int(nil), order[:from]...), order[to:]...))
	}
	return train, test
}

// threeOfFive has the first three of five folds.
func threeOfFive(rng *rand.Rand, rows, _ int) (train, test [][]int) {
	train, test = inFolds(rng, rows, 5)
	return train[:3], test[:3]
}

// holdout draws n rows to train on in each repeat and tests on the others.
func holdout(n int) func(rng *rand.Rand, rows, repeats int) (train, test [][]int) {
	return func(rng *rand.Rand, rows, repeats int) (train, test [][]int) {
		for range repeats {
			order := rng.Perm(rows)
			train, test = append(train, order[:n]), append(test, order[n:])
		}
		return train, test
	}
}

// inOrder trains on all blocks before the tested one.
func inOrder(_ *rand.Rand, rows, repeats int) (train, test [][]int) {
	order, size := upTo(rows), rows/(repeats+1)
	for r := range repeats {
		train, test = append(train, order[:(r+1)*size]), append(test, order[(r+1)*size:(r+2)*size])
	}
	return train, test
}
