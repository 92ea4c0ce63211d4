package logistic

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
)

// mostNumbers bounds the rows that auto chooses by, their numbers times classes: the weight is then good to
// a few percent, and its choice takes seconds.
const mostNumbers = 20_000_000

// weight returns the weight of the data: C, or the one of the lowest NLL over inner folds of the training rows.
// A fit to a fold begins where that with the weight before ended.
func (c *Config) weight(ctx context.Context, task method.Task, rec method.Recorder) (float64, error) {
	n := task.Train.Len()
	folds, most := c.Folds(n, mostNumbers/(max(task.Train.Dim(), 1)*task.Classes))
	if folds == 0 {
		return c.C, nil
	}
	if most < n {
		task = fewer(task, most)
	}
	fold := method.InnerFolds(task, folds)
	before := make([]*search, folds)
	return c.LightestBest(folds, func(weight float64, f int) (nll float64, err error) {
		nll, before[f], err = c.heldOutNLL(ctx, task, rec, weight, fold, f, before[f])
		return nll, err
	})
}

// fewer returns the task with so many of its rows, and the first of each class.
func fewer(task method.Task, most int) method.Task {
	rows, seen, row := method.DrawnRows(task, most), make([]bool, task.Classes), 0
	for class := range task.Train.Classes() {
		if !seen[class] {
			rows = append(rows, row)
		}
		seen[class] = true
		row++
	}
	slices.Sort(rows)
	task.Train = task.Train.Subset(slices.Compact(rows))
	return task
}

// heldOutNLL returns the sum of -log p over the rows of fold f, of a fit to all others that begins where one
// before ended, and its search.
func (c *Config) heldOutNLL(ctx context.Context, task method.Task, rec method.Recorder, weight float64, fold []int, f int, before *search) (nll float64, s *search, err error) {
	train, test := method.DivideBy(fold, f)
	if len(test) == 0 {
		return 0, nil, nil
	}
	inner := task
	inner.Train = task.Train.Subset(train)
	l := newLoss(ctx, inner, weight)
	over := func() bool { return c.ChoiceOver(rec.Elapsed()) }
	s, err = newSearch(l, before, over)
	tolerance := c.Tolerance * float64(len(train))
	for t, progress := 0, true; err == nil && progress && t < c.Iterations && largest(s.gradient) > tolerance; t++ {
		if over() {
			return 0, nil, method.ErrChoiceOver
		}
		progress, err = s.step()
	}
	if err != nil {
		return 0, nil, err
	}
	nll = sumNLL(newModel(task.Classes, l.dim, s.w), task, test)
	s.loss, s.stand = nil, nil // which hold the rows
	return nll, s, nil
}

// sumNLL returns the sum of -log p of training rows, read in blocks.
func sumNLL(m *Model, task method.Task, rows []int) float64 {
	sum := 0.0
	for len(rows) > 0 {
		block := rows[:min(blockRows, len(rows))]
		rows = rows[len(block):]
		x, y, p := mat.NewDense(len(block), task.Train.Dim(), nil), make([]int, len(block)), mat.NewDense(len(block), task.Classes, nil)
		task.Train.Read(x, y, block)
		m.Predict(p, x)
		for i, class := range y {
			sum -= math.Log(max(p.At(i, class), math.SmallestNonzeroFloat64))
		}
	}
	return sum
}
