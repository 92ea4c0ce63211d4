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

const (
	// mostScores bounds the rows that auto chooses by, their number times that of labels: the choice takes
	// seconds then, and a minute with a thousand labels.
	mostScores = 2_000_000
	// flat is the least tolerance of the fits that are compared: their error is then far below the
	// differences between weights.
	flat = 1e-4
	// blockRows is how many rows are predicted at a time.
	blockRows = 1024
)

// weight returns the weight of the data: C, or the one of the lowest log loss of all labels over inner folds
// of the training rows.
func (c *Config) weight(ctx context.Context, task method.Task, rec method.Recorder) (float64, error) {
	n := task.Train.Len()
	folds, most := c.Folds(n, mostScores/task.Classes)
	if folds == 0 {
		return c.C, nil
	}
	if most < n {
		rows := method.DrawnRows(task, most)
		slices.Sort(rows)
		task.Train = task.Train.Subset(rows)
	}
	fold := make([]int, most)
	for i, row := range task.Stream("inner folds").Perm(most) {
		fold[row] = i % folds
	}
	return c.LightestBest(folds, func(weight float64, f int) (float64, error) {
		return c.heldOutLoss(ctx, task, rec, weight, fold, f)
	})
}

// heldOutLoss returns the sum of the log loss of all labels over the rows of fold f, of a fit to all others.
func (c *Config) heldOutLoss(ctx context.Context, task method.Task, rec method.Recorder, weight float64, fold []int, f int) (float64, error) {
	train, test := method.DivideBy(fold, f)
	inner := task
	inner.Train = task.Train.Subset(train)
	over := func() bool { return c.ChoiceOver(rec.Elapsed()) }
	s := newSearch(inner, weight, max(c.Tolerance, flat)*float64(len(train)), over)
	for t := 0; len(s.open) > 0 && t < c.Iterations; t++ {
		if over() {
			return 0, method.ErrChoiceOver
		}
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
