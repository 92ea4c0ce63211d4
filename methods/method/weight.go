package method

import (
	"errors"
	"math"

	"gpcbench/data"
)

// Weight is the weight of the data against the penalty of a linear model, given or chosen within
// the training rows.
type Weight struct {
	C          float64 `option:"c" above:"0" help:"weight of the data against the penalty, as in scikit-learn: C sum loss + |w|^2 / 2"`
	InnerFolds Folds   `option:"inner_folds" omitzero:"identity" type:"integer, or \"auto\"" help:"number of folds of the training rows to choose c from 0.001, 0.01, ... 1000 by NLL (label sets: one c by the log loss of all labels); 0: c as given; \"auto\": 5 of at most 10,000 rows, and c as it is with fewer than 20"`
}

// DefaultWeight is chosen, or 1 if there are too few rows.
func DefaultWeight() Weight { return Weight{C: 1, InnerFolds: AutoFolds} }

// ErrChoiceOver is the error that a loss of LightestBest returns when the time to
// choose is over.
var ErrChoiceOver = errors.New("the time to choose a weight is over")

// weights are the candidates.
var weights = []float64{1e-3, 1e-2, 1e-1, 1, 10, 100, 1000}

// patience is the number of weights without a lower loss after which larger ones are not tried:
// larger weights take longer to fit.
const patience = 2

// autoWeightFolds is the number of folds that auto stands for, with at most mostWeightRows and at
// least fewestWeightRows rows: with fewer, a fold has too few rows to tell weights apart.
const (
	autoWeightFolds  = 5
	fewestWeightRows = 20
	mostWeightRows   = 10_000
)

// Validate refuses a single fold, which leaves hardly a row to train on.
func (w Weight) Validate() error {
	if w.InnerFolds == 1 {
		return &OptionError{Key: "inner_folds", Problem: "with one fold hardly a row is trained on; set 2 or more, or 0 for c as given"}
	}
	return nil
}

// Folds returns the number of folds of n training rows, 0 for C as given, and the largest number of
// rows to choose by, where a cost limits it.
func (w Weight) Folds(n, cost int) (folds, most int) {
	switch {
	case w.InnerFolds != AutoFolds:
		return int(w.InnerFolds), n
	case n < fewestWeightRows:
		return 0, n
	}
	return autoWeightFolds, min(n, mostWeightRows, max(cost, 10*fewestWeightRows))
}

// DrawnRows returns the positions of the given number of training rows, drawn at random, to choose
// a weight by.
func DrawnRows(task Task, most int) []int {
	rows := make([]int, most)
	data.NewMinibatches(task.Train.Len(), most, task.Stream("inner rows")).At(rows, 0)
	return rows
}

// LightestBest returns the weight with the lowest sum of a loss over folds, the smaller one in a
// tie; weights are tried in increasing order. When the time to choose is over, it is the best
// weight that all folds were fitted with, or C if there is none.
func (w Weight) LightestBest(folds int, loss func(weight float64, fold int) (float64, error)) (float64, error) {
	best, lowest, higher := w.C, math.Inf(1), 0
	for _, weight := range weights {
		sum := 0.0
		for f := range folds {
			v, err := loss(weight, f)
			if errors.Is(err, ErrChoiceOver) {
				return best, nil
			}
			if err != nil {
				return 0, err
			}
			sum += v
		}
		if sum < lowest {
			best, lowest, higher = weight, sum, 0
		} else if higher++; higher == patience {
			break
		}
	}
	return best, nil
}
