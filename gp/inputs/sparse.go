package inputs

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
)

// Sparse are rows of which only the values that are not zero are kept. Products cost
// O(m) a value: each adds a row of B, or of W, that is as long as the number of columns.
type Sparse struct{ *data.CSR }

// Dims returns N and D.
func (x Sparse) Dims() (n, d int) { return x.Len(), x.D }

// Slice returns rows from until to, which are not copies.
func (x Sparse) Slice(from, to int) Sparse {
	return Sparse{&data.CSR{D: x.D, Start: x.Start[from : to+1], Cols: x.Cols, Values: x.Values}}
}

// Mul writes X B to dst.
func (x Sparse) Mul(dst, b *mat.Dense) {
	x.check(dst, b, "Mul")
	for i := range x.Len() {
		row := dst.RawRowView(i)
		clear(row)
		cols, values := x.Row(i)
		for j, c := range cols {
			axpy(values[j], b.RawRowView(int(c)), row)
		}
	}
}

// AddTransMul adds X' W to dst.
func (x Sparse) AddTransMul(dst, w *mat.Dense) {
	x.check(w, dst, "AddTransMul")
	for i := range x.Len() {
		row := w.RawRowView(i)
		cols, values := x.Row(i)
		for j, c := range cols {
			axpy(values[j], row, dst.RawRowView(int(c)))
		}
	}
}

// AddGram adds X'X to the lower triangle of dst. Cost O(k^2) for a row of k values.
func (x Sparse) AddGram(dst *mat.Dense) {
	for i := range x.Len() {
		cols, values := x.Row(i)
		for j, c := range cols {
			row, v := dst.RawRowView(int(c)), values[j]
			for k, e := range cols[:j+1] {
				row[e] += v * values[k]
			}
		}
	}
}

// SquaredNorms writes |x|^2 of every row to dst.
func (x Sparse) SquaredNorms(dst []float64) {
	for i := range dst {
		_, values := x.Row(i)
		dst[i] = 0
		for _, v := range values {
			dst[i] += v * v
		}
	}
}

// check panics unless a is N x m and b is D x m.
func (x Sparse) check(a, b *mat.Dense, where string) {
	n, m := a.Dims()
	d, width := b.Dims()
	if n != x.Len() || d != x.D || m != width {
		panic("inputs: Sparse." + where + ": shapes do not match")
	}
}

// axpy adds a x to y.
func axpy(a float64, x, y []float64) {
	blas64.Axpy(a, blas64.Vector{N: len(x), Data: x, Inc: 1}, blas64.Vector{N: len(y), Data: y, Inc: 1})
}
