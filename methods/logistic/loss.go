package logistic

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/linalg"
	"gpcbench/linalg/engine"
	"gpcbench/methods/method"
)

// blockRows is the number of rows that are worked on at a time: 64 rows of a
// product are one tile, and some kilobytes a column stay in the cache.
const blockRows = 512

// heldBytes is the size up to which the rows are held in memory.
const heldBytes = 512 << 20

// loss is F and its derivatives. Parameters are one vector: K rows of D
// weights, then K intercepts, where K is 1 for two classes.
type loss struct {
	ctx     context.Context
	train   *data.Examples
	held    *mat.Dense // all rows, or nil
	classes []int      // of all rows, if they are held
	probs   *mat.Dense // N x K, if the rows are held: at the point of the last gradient
	n, dim  int
	k       int
	c       float64

	bend float64 // sum over rows and classes of p_c (1 - p_c) at the point of the last gradient

	x            *mat.Dense // space for a block
	y, pos       []int
	scores, push *mat.Dense
}

func newLoss(ctx context.Context, task method.Task, c float64) *loss {
	l := &loss{ctx: ctx, train: task.Train, n: task.Train.Len(), dim: task.Train.Dim(), k: task.Classes, c: c}
	if task.Classes == 2 {
		l.k = 1
	}
	rows := min(blockRows, l.n)
	if 8*l.n*l.dim <= heldBytes {
		l.held, l.classes = task.Train.ReadAll()
		l.probs = mat.NewDense(l.n, l.k, nil)
	} else {
		l.x, l.y, l.pos = mat.NewDense(rows, l.dim, nil), make([]int, rows), make([]int, rows)
	}
	l.scores, l.push = mat.NewDense(rows, l.k, nil), mat.NewDense(rows, l.k, nil)
	return l
}

// size returns the number of parameters.
func (l *loss) size() int { return l.k * (l.dim + 1) }

// split returns the weights, K x D, and the intercepts of a vector.
func (l *loss) split(v []float64) (weights *mat.Dense, intercepts []float64) {
	return mat.NewDense(l.k, l.dim, v[:l.k*l.dim]), v[l.k*l.dim:]
}

// gradient returns F(w) and writes dF/dw to g.
func (l *loss) gradient(g, w []float64) (float64, error) {
	clear(g)
	l.bend = 0
	var value float64
	err := l.blocks(func(from int, x *mat.Dense, y []int, scores, push *mat.Dense) {
		l.affine(scores, x, w)
		value += normalise(scores, push, y)
		for i, yi := range y {
			row := scores.RawRowView(i)
			for _, p := range row {
				l.bend += p * (1 - p)
			}
			if l.probs != nil {
				copy(l.probs.RawRowView(from+i), row)
			}
			if l.k > 1 {
				row[yi]--
			} else {
				row[0] -= float64(yi)
			}
		}
		l.pull(g, x, scores)
	})
	return value + l.penalty(g, w, w), err
}

// curvature writes the product of F's Hessian at w, the point of the last
// gradient, with v to h.
func (l *loss) curvature(h, w, v []float64) error {
	clear(h)
	err := l.blocks(func(from int, x *mat.Dense, y []int, scores, push *mat.Dense) {
		if l.probs == nil {
			l.affine(scores, x, w)
			normalise(scores, push, y)
		}
		l.affine(push, x, v)
		for i := range y {
			p, t := scores.RawRowView(i), push.RawRowView(i)
			if l.probs != nil {
				p = l.probs.RawRowView(from + i)
			}
			if l.k == 1 {
				t[0] *= p[0] * (1 - p[0])
				continue
			}
			var mean float64
			for c, pc := range p {
				mean += pc * t[c]
			}
			for c, pc := range p {
				t[c] = pc * (t[c] - mean)
			}
		}
		l.pull(h, x, push)
	})
	l.penalty(h, w, v)
	return err
}

// penalty adds v/C, for the weights only, to dst and returns w'v / (2 C).
func (l *loss) penalty(dst, w, v []float64) float64 {
	var s float64
	for j := range l.k * l.dim {
		dst[j] += v[j] / l.c
		s += w[j] * v[j]
	}
	return s / (2 * l.c)
}

// affine writes the scores of the rows of x at parameters v to dst.
func (l *loss) affine(dst, x *mat.Dense, v []float64) {
	weights, intercepts := l.split(v)
	linalg.Mul(dst, false, true, 1, x, weights, 0)
	n, _ := dst.Dims()
	for i := range n {
		row := dst.RawRowView(i)
		for c, b := range intercepts {
			row[c] += b
		}
	}
}

// pull adds to dst the derivatives by the parameters, given the derivatives
// r by the scores of the rows of x.
func (l *loss) pull(dst []float64, x, r *mat.Dense) {
	weights, intercepts := l.split(dst)
	linalg.Mul(weights, true, false, 1, r, x, 1)
	n, _ := r.Dims()
	for i := range n {
		for c, v := range r.RawRowView(i) {
			intercepts[c] += v
		}
	}
}

// blocks calls f with all rows, in order, and space for their scores.
func (l *loss) blocks(f func(from int, x *mat.Dense, y []int, scores, push *mat.Dense)) error {
	for from := 0; from < l.n; from += blockRows {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		to := min(from+blockRows, l.n)
		x, y := l.read(from, to)
		f(from, x, y, top(l.scores, to-from), top(l.push, to-from))
	}
	return nil
}

// read returns rows from to to-1.
func (l *loss) read(from, to int) (*mat.Dense, []int) {
	if l.held != nil {
		return l.held.Slice(from, to, 0, l.dim).(*mat.Dense), l.classes[from:to]
	}
	for i := range to - from {
		l.pos[i] = from + i
	}
	x, y, pos := top(l.x, to-from), l.y[:to-from], l.pos[:to-from]
	l.train.Read(x, y, pos)
	return x, y
}

// top returns the first n rows of a.
func top(a *mat.Dense, n int) *mat.Dense {
	r, c := a.Dims()
	if n == r {
		return a
	}
	return a.Slice(0, n, 0, c).(*mat.Dense)
}

// normalise replaces scores by probabilities, of class 1 where there is one score a
// row and of all classes otherwise, and returns the sum of -log p(y_i). space has
// the shape of scores.
func normalise(scores, space *mat.Dense, y []int) float64 {
	n, k := scores.Dims()
	all := scores.RawMatrix().Data[:n*k]
	var sum float64
	if k == 1 {
		losses := space.RawMatrix().Data[:n]
		for i, s := range all {
			losses[i] = float64(1-2*y[i]) * s
		}
		engine.Softplus(losses, losses)
		engine.Sigmoid(all, all)
		for _, v := range losses {
			sum += v
		}
		return sum
	}
	for i, yi := range y {
		row := scores.RawRowView(i)
		m := slices.Max(row)
		for c := range row {
			row[c] -= m
		}
		sum -= row[yi]
	}
	engine.Exp(all, all)
	for i := range y {
		row := scores.RawRowView(i)
		var total float64
		for _, e := range row {
			total += e
		}
		for c := range row {
			row[c] /= total
		}
		sum += math.Log(total)
	}
	return sum
}

// probabilities replaces the scores of a row by the probabilities of all classes.
func probabilities(scores []float64) {
	m := scores[0]
	for _, s := range scores {
		m = max(m, s)
	}
	var sum float64
	for c, s := range scores {
		scores[c] = math.Exp(s - m)
		sum += scores[c]
	}
	for c := range scores {
		scores[c] /= sum
	}
}

// sigmoid returns 1 / (1 + exp(-z)) with its relative precision in both tails.
func sigmoid(z float64) float64 {
	e := math.Exp(-math.Abs(z))
	if z < 0 {
		return e / (1 + e)
	}
	return 1 / (1 + e)
}
