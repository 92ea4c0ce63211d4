package subspace

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
)

// streamRows is the number of training rows that are in memory at once.
const streamRows = 1024

// stream reads the training rows in blocks, as often as they are needed.
type stream struct {
	ctx   context.Context
	train *data.Examples
	space inputs.Rows // of the last block
	pos   []int
}

// each calls do with one block of rows after the other.
func (s *stream) each(do func(x inputs.Rows)) error {
	n := s.train.Len()
	for from := 0; from < n; from += streamRows {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		s.pos = s.pos[:0]
		for i := from; i < min(from+streamRows, n); i++ {
			s.pos = append(s.pos, i)
		}
		s.space = inputs.Read(s.space, s.train, s.pos)
		do(s.space)
	}
	return nil
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
