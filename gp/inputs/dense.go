package inputs

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// Dense are rows that are kept whole. Products cost O(N D m).
type Dense struct{ *mat.Dense }

// Mul writes X B to dst.
func (x Dense) Mul(dst, b *mat.Dense) { dst.Mul(x.Dense, b) }

// AddTransMul adds X' W to dst.
func (x Dense) AddTransMul(dst, w *mat.Dense) {
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, x.RawMatrix(), w.RawMatrix(), 1, dst.RawMatrix())
}

// AddGram adds X'X to dst.
func (x Dense) AddGram(dst *mat.Dense) { linalg.MulLower(dst, true, false, 1, x.Dense, x.Dense, 1) }

// SquaredNorms writes |x|^2 of every row to dst.
func (x Dense) SquaredNorms(dst []float64) {
	for i := range dst {
		row := x.RawRowView(i)
		dst[i] = 0
		for _, v := range row {
			dst[i] += v * v
		}
	}
}
