// Package inputs holds rows of inputs, dense or sparse, behind the few products from
// which covariance functions of inner products and distances are computed. It never
// makes sparse rows dense.
package inputs

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
)

// Rows are N rows X of D inputs.
type Rows interface {
	// Dims returns N and D.
	Dims() (n, d int)
	// Mul writes X B, N x m, to dst. B is D x m: inducing inputs Z come as Z'.
	Mul(dst, b *mat.Dense)
	// AddTransMul adds X' W, D x m, to dst. W is N x m.
	AddTransMul(dst, w *mat.Dense)
	// AddGram adds X'X, D x D, to the lower triangle of dst.
	AddGram(dst *mat.Dense)
	// SquaredNorms writes |x|^2 of every row to dst, of length N.
	SquaredNorms(dst []float64)
}

// Read returns the examples at positions pos: as sparse rows if the examples can be read
// as such, otherwise as dense ones. The result of an earlier call, reuse, gives up its
// space for them if possible; it may be nil.
func Read(reuse Rows, e *data.Examples, pos []int) Rows {
	if e.Sparse() {
		x, ok := reuse.(Sparse)
		if !ok {
			x = Sparse{data.NewCSR(e.Dim())}
		}
		e.ReadSparse(x.CSR, pos)
		return x
	}
	x, ok := reuse.(Dense)
	if !ok || x.RawMatrix().Rows != len(pos) {
		x = Dense{mat.NewDense(len(pos), e.Dim(), nil)}
	}
	e.Read(x.Dense, nil, pos)
	return x
}
