package subspace

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
)

// streamRows is the number of training rows processed at once.
const streamRows = 1024

// stream hands out the training rows in blocks, as often as they are needed. Sparse rows
// are read once and kept; dense ones are read each time.
type stream struct {
	ctx   context.Context
	train *data.Examples
	rows  *data.CSR // all of them, if they are sparse
	space inputs.Rows
}

func newStream(ctx context.Context, train *data.Examples) (*stream, error) {
	s := &stream{ctx: ctx, train: train}
	if !train.Sparse() {
		return s, nil
	}
	all := data.NewCSR(train.Dim())
	err := s.each(func(x inputs.Rows) {
		block := x.(inputs.Sparse)
		for i := range block.Len() {
			cols, values := block.Row(i)
			all.Cols, all.Values = append(all.Cols, cols...), append(all.Values, values...)
			all.Start = append(all.Start, len(all.Cols))
		}
	})
	s.rows, s.space = all, nil
	return s, err
}

// each calls do with one block of rows after the other.
func (s *stream) each(do func(x inputs.Rows)) error {
	n := s.train.Len()
	for from := 0; from < n; from += streamRows {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		do(s.block(from, min(from+streamRows, n)))
	}
	return nil
}

// block returns rows from until to.
func (s *stream) block(from, to int) inputs.Rows {
	if s.rows != nil {
		return inputs.Sparse{CSR: s.rows}.Slice(from, to)
	}
	pos := make([]int, to-from)
	for i := range pos {
		pos[i] = from + i
	}
	s.space = inputs.Read(s.space, s.train, pos)
	return s.space
}

// squaredNorm returns |X|_F^2.
func (s *stream) squaredNorm() (float64, error) {
	var sum float64
	norms := make([]float64, streamRows)
	err := s.each(func(x inputs.Rows) {
		n, _ := x.Dims()
		x.SquaredNorms(norms[:n])
		for _, v := range norms[:n] {
			sum += v
		}
	})
	return sum, err
}

// gram sets dst to X'X, D x D, of which the lower triangle is wanted.
func (s *stream) gram(dst *mat.Dense) error {
	dst.Zero()
	return s.each(func(x inputs.Rows) { x.AddGram(dst) })
}

// normal sets dst to X'X b, D x m.
func (s *stream) normal(dst, b *mat.Dense) error {
	dst.Zero()
	_, m := b.Dims()
	product := mat.NewDense(streamRows, m, nil)
	return s.each(func(x inputs.Rows) {
		n, _ := x.Dims()
		p := product.Slice(0, n, 0, m).(*mat.Dense)
		x.Mul(p, b)
		x.AddTransMul(dst, p)
	})
}
