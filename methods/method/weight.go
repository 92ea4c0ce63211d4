package method

import (
	"errors"
	"math"

	"gpcbench/data"
)

// Weight is that of the data against the penalty of a linear model, given or chosen within the training rows.
type Weight struct {
	C          float64 `option:"c" above:"0" help:"weight of the data against the penalty, as in scikit-learn: C sum loss + |w|^2 / 2"`
	InnerFolds Folds   `option:"inner_folds" omitzero:"identity" type:"integer, or \"auto\"" help:"choose c from 0.001, 0.01, ... 1000 by the NLL, of label sets one c by the log loss of all labels, over so many folds of the training rows; 0: c as it is; \"auto\": 5 of at most 10,000 rows, and c as it is with fewer than 20"`
}

// DefaultWeight is chosen, and 1 where rows are too few.
func DefaultWeight() Weight { return Weight{C: 1, InnerFolds: AutoFolds} }

// ErrChoiceOver is what a loss of LightestBest returns when the time to choose is over.
var ErrChoiceOver = errors.New("the time to choose a weight is over")

// weights are those that are chosen from.
var weights = []float64{1e-3, 1e-2, 1e-1, 1, 10, 100, 1000}

// patience is the number of weights without a lower loss after which larger ones are not tried: the larger they
// are the longer their fits take.
const patience = 2

// autoWeightFolds is the number of folds that auto stands for, of mostWeightRows rows at most, and of
// fewestWeightRows or more: of fewer a fold has too few to tell weights apart.
const (
	autoWeightFolds  = 5
	fewestWeightRows = 20
	mostWeightRows   = 10_000
)

// Validate refuses a single fold, which leaves hardly a row to train on.
func (w Weight) Validate() error {
	if w.InnerFolds == 1 {
		return &OptionError{Key: "inner_folds", Problem: "with one fold hardly a row is trained on; set 2 or more, or 0 for c as it is"}
	}
	return nil
}

// Folds returns the number of folds of n training rows, 0 for C as it is, and the most rows to choose by, where
// a cost bounds them.
func (w Weight) Folds(n, cost int) (folds, most int) {
	switch {
	case w.InnerFolds != AutoFolds:
		return int(w.InnerFolds), n
	case n < fewestWeightRows:
		return 0, n
	}
	return autoWeightFolds, min(n, mostWeightRows, max(cost, 10*fewestWeightRows))
}

// DrawnRows returns the positions of so many training rows, drawn at random, to choose a weight by.
func DrawnRows(task Task, most int) []int {
	rows := make([]int, most)
	data.NewMinibatches(task.Train.Len(), most, task.Stream("inner rows")).At(rows, 0)
	return rows
}

// LightestBest returns the weight with the lowest sum of a loss over folds, the smaller of equals; weights rise.
// Where the time to choose is over, it is the best of those that all folds were fitted with, and C where there is
// none.
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
