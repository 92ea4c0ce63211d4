package logisticova

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/methods/method"
)

// grid are the weights C that inner_folds chooses from.
var grid = []float64{1e-3, 1e-2, 1e-1, 1, 10, 100, 1000}

const (
	// autoFolds is the number of folds that auto stands for.
	autoFolds = 5
	// fewestRows is the least number of rows that auto chooses by: of fewer a fold has too few
	// to tell weights apart.
	fewestRows = 20
	// mostRows and mostScores bound the rows that auto chooses by, and their number times that of labels:
	// the choice then takes seconds, and a minute with a thousand labels.
	mostRows   = 10_000
	mostScores = 2_000_000
	// flat is the tolerance of the fits that are compared, at least: what is left then is far below what
	// sets weights apart.
	flat = 1e-4
	// blockRows is how many rows are predicted at a time.
	blockRows = 1024
)

// weight returns the weight of the data: C, or the one that is chosen for all labels.
func (c *Config) weight(ctx context.Context, task method.Task) (float64, error) {
	folds, n := int(c.InnerFolds), task.Train.Len()
	if c.InnerFolds == method.AutoFolds {
		if n < fewestRows {
			return c.C, nil
		}
		folds = autoFolds
		if most := min(mostRows, max(mostScores/task.Classes, 10*fewestRows)); n > most {
			rows := make([]int, most)
			data.NewMinibatches(n, most, task.Stream("inner rows")).At(rows, 0)
			slices.Sort(rows)
			task.Train = task.Train.Subset(rows)
		}
	}
	if folds == 0 {
		return c.C, nil
	}
	return c.tune(ctx, task, folds)
}

// tune returns the weight of the grid that has the lowest log loss of all labels over inner folds of the
// training rows, the smaller of equals. Weights from which on it has risen twice are not tried: the larger
// they are the longer their fits take.
func (c *Config) tune(ctx context.Context, task method.Task, folds int) (float64, error) {
	fold := make([]int, task.Train.Len())
	for i, row := range task.Stream("inner folds").Perm(len(fold)) {
		fold[row] = i % folds
	}
	best, lowest, higher := grid[0], math.Inf(1), 0
	for _, weight := range grid {
		loss := 0.0
		for f := range folds {
			v, err := c.heldOutLoss(ctx, task, weight, fold, f)
			if err != nil {
				return 0, err
			}
			loss += v
		}
		if loss < lowest {
			best, lowest, higher = weight, loss, 0
		} else if higher++; higher == 2 {
			break
		}
	}
	return best, nil
}

// heldOutLoss returns the sum of the log loss of all labels over the rows of fold f, of a fit to all others.
func (c *Config) heldOutLoss(ctx context.Context, task method.Task, weight float64, fold []int, f int) (float64, error) {
	train, test := method.DivideBy(fold, f)
	inner := task
	inner.Train = task.Train.Subset(train)
	s := newSearch(inner, weight, max(c.Tolerance, flat)*float64(len(train)))
	for t := 0; len(s.open) > 0 && t < c.Iterations; t++ {
		if err := s.step(ctx); err != nil {
			return 0, err
		}
	}
	return sumLoss(s.model(), task, test), nil
}

// sumLoss returns the sum of the log loss of all labels over training rows, which are predicted in blocks.
func sumLoss(m *Model, task method.Task, rows []int) (sum float64) {
	labels := data.NewLabelSets()
	for block := range slices.Chunk(rows, blockRows) {
		p := mat.NewDense(len(block), task.Classes, nil)
		m.PredictRows(p, inputs.Read(nil, task.Train, block))
		task.Train.ReadLabels(labels, block)
		for i := range block {
			row := p.RawRowView(i)
			for _, l := range labels.Row(i) {
				row[l] = 1 - row[l]
			}
			for _, wrong := range row {
				sum -= math.Log(max(1-wrong, math.SmallestNonzeroFloat64))
			}
		}
	}
	return sum
}
