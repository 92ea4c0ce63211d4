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

// sideBySide is the largest number of labels that take a step together, and scoreBytes bounds
// the scores of all rows that they then need, of which there are a few.
const (
	sideBySide = 32
	scoreBytes = 32 << 20
)

// search is Newton's method on every label's F, from w = 0 and the intercept that is best
// there.
type search struct {
	x         inputs.Rows
	columns   *columns // how x has those of the training rows
	n, dim    int
	c         float64
	tolerance float64
	over      func() bool // says whether the time is up: a step then ends soon
	positive  [][]int32   // rows that have the label, by label

	weights *mat.Dense // K x (D + 1): weights of the columns of x, then the intercept
	values  []float64  // F at the last step, by label
	start   []float64  // norm of the first gradient, by label; 0: not known yet
	open    []int      // labels that have not ended, rare ones first: alike ones step together
	width   int        // most labels that step together
	block   *block     // the last one, whose space is used again
}

func newSearch(task method.Task, c, tolerance float64, over func() bool) *search {
	n, dim, k := task.Train.Len(), task.Train.Dim(), task.Classes
	pos := make([]int, n)
	for i := range pos {
		pos[i] = i
	}
	s := &search{
		x: inputs.Read(nil, task.Train, pos), n: n, dim: dim, c: c, tolerance: tolerance, over: over,
		positive: make([][]int32, k), weights: mat.NewDense(k, dim+1, nil), values: make([]float64, k), start: make([]float64, k),
	}
	s.columns = newColumns(s.x, c)
	labels := data.NewLabelSets()
	task.Train.ReadLabels(labels, pos)
	for i := range n {
		for _, l := range labels.Row(i) {
			s.positive[l] = append(s.positive[l], int32(i))
		}
	}
	for l, rows := range s.positive {
		has := float64(len(rows))
		if len(rows) == 0 || len(rows) == n {
			s.weights.Set(l, dim, math.Log(has+0.5)-math.Log(float64(n)-has+0.5))
			continue
		}
		s.weights.Set(l, dim, math.Log(has)-math.Log(float64(n)-has))
		s.open = append(s.open, l)
	}
	slices.SortStableFunc(s.open, func(a, b int) int { return len(s.positive[a]) - len(s.positive[b]) })
	s.width = min(sideBySide, max(1, scoreBytes/(8*n)))
	return s
}

// objective returns -sum_k F_k.
func (s *search) objective() float64 {
	sum := 0.0
	for _, v := range s.values {
		sum -= v
	}
	return sum
}

// step takes a Newton step for every label that has not ended.
func (s *search) step(ctx context.Context) error {
	var open []int
	for labels := range slices.Chunk(s.open, s.width) {
		b := s.load(labels)
		if err := b.step(ctx); err != nil {
			return err
		}
		for j, l := range labels {
			for i := range s.dim + 1 {
				s.weights.Set(l, i, b.w.At(i, j))
			}
			s.values[l], s.start[l] = b.value[j], b.start[j]
			if !b.ended[j] {
				open = append(open, l)
			}
		}
	}
	s.open = open
	return nil
}

// load returns a block of the given labels at their weights.
func (s *search) load(labels []int) *block {
	m := len(labels)
	if s.block == nil || len(s.block.value) != m {
		s.block = newBlock(s.x, s.c, s.columns.penalty, s.tolerance, m, s.over)
	}
	b := s.block
	b.positive = b.positive[:0]
	for j, l := range labels {
		b.positive = append(b.positive, s.positive[l])
		b.start[j] = s.start[l]
		for i := range s.dim + 1 {
			b.w.Set(i, j, s.weights.At(l, i))
		}
	}
	return b
}

// model returns the model at the weights of now.
func (s *search) model() *Model {
	k, _ := s.weights.Dims()
	m := &Model{Intercepts: make([]float64, k), weights: mat.NewDense(s.dim, k, nil)}
	for l := range k {
		row := s.weights.RawRowView(l)
		w, intercept := s.columns.back(row[:s.dim], row[s.dim])
		m.weights.SetCol(l, w)
		m.Intercepts[l] = intercept
	}
	return m
}

// muchLeft is the fraction of F by which the F of a label that has ended may still
// fall.
const muchLeft = 1e-6

// short says whether a label has ended well above the optimum of its F, where rounding left no progress.
func (s *search) short() bool {
	var labels []int
	for l, start := range s.start {
		if start > 0 {
			labels = append(labels, l)
		}
	}
	for labels := range slices.Chunk(labels, s.width) {
		b := s.load(labels)
		b.evaluate()
		for j, left := range b.left(s.columns.mean, s.columns.variance) {
			if left > muchLeft*b.value[j] {
				return true
			}
		}
	}
	return false
}
