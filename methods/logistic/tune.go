package logistic

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
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
	// mostRows and mostNumbers bound the rows that auto chooses by, and their numbers times
	// classes: the weight is then good to a few percent, and its choice takes seconds.
	mostRows    = 10_000
	mostNumbers = 20_000_000
)

// weight returns the weight of the data: C, or the one that is chosen.
func (c *Config) weight(ctx context.Context, task method.Task) (float64, error) {
	folds := int(c.InnerFolds)
	if c.InnerFolds == method.AutoFolds {
		if task.Train.Len() < fewestRows {
			return c.C, nil
		}
		folds, task = autoFolds, fewer(task)
	}
	if folds == 0 {
		return c.C, nil
	}
	return c.tune(ctx, task, folds)
}

// fewer returns the task with no more rows than auto chooses by. The first row of each class is
// among them.
func fewer(task method.Task) method.Task {
	n := task.Train.Len()
	most := min(mostRows, max(mostNumbers/(max(task.Train.Dim(), 1)*task.Classes), 10*fewestRows))
	if n <= most {
		return task
	}
	rows, seen, row := []int{}, make([]bool, task.Classes), 0
	for class := range task.Train.Classes() {
		if !seen[class] {
			rows = append(rows, row)
		}
		seen[class] = true
		row++
	}
	drawn := make([]int, most)
	data.NewMinibatches(n, most, task.Stream("inner rows")).At(drawn, 0)
	rows = append(rows, drawn...)
	slices.Sort(rows)
	task.Train = task.Train.Subset(slices.Compact(rows))
	return task
}

// tune returns the weight of the grid that has the lowest NLL over inner folds of the
// training rows, the smaller of equals.
func (c *Config) tune(ctx context.Context, task method.Task, folds int) (float64, error) {
	fold := method.InnerFolds(task, folds)
	best, lowest := grid[0], math.Inf(1)
	for _, weight := range grid {
		var nll float64
		for f := range folds {
			v, err := c.heldOutNLL(ctx, task, weight, fold, f)
			if err != nil {
				return 0, err
			}
			nll += v
		}
		if nll < lowest {
			best, lowest = weight, nll
		}
	}
	return best, nil
}

// heldOutNLL returns the sum of -log p over the rows of fold f, of a fit to all others.
func (c *Config) heldOutNLL(ctx context.Context, task method.Task, weight float64, fold []int, f int) (float64, error) {
	train, test := method.DivideBy(fold, f)
	if len(test) == 0 {
		return 0, nil
	}
	inner := task
	inner.Train = task.Train.Subset(train)
	l := newLoss(ctx, inner, weight)
	s, err := newSearch(l)
	for t, progress := 0, true; err == nil && progress && t < c.Iterations; t++ {
		progress, err = s.step()
	}
	if err != nil {
		return 0, err
	}
	return sumNLL(newModel(task.Classes, l.dim, s.w), task, test), nil
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
