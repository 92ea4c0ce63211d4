package inputs

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/linalg/engine"
)

// Sparse holds only the nonzero values of rows. Products cost 2 m flops a value: each adds
// a row of B, or of W, of m numbers. They mostly wait for memory, because every value
// needs another row.
//
// One core of an AMD EPYC (Zen 5), beside other programs, in GFLOPS of processor time, rows
// of some 85 values in columns of heavy-tailed frequencies:
//
//	rows, D, m           Mul  AddTransMul
//	1024, 203,882, 64    4.3  3.9
//	500, 203,882, 500    3.2  2.4
//	500, 47,236, 2000    3.5  2.4
//
// Products that stay in the cache run at 20.
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
		clear(dst.RawRowView(i))
	}
	to, from := dst.RawMatrix(), b.RawMatrix()
	engine.MulCSR(x.matrix(), from.Data, from.Stride, x.D, to.Data, to.Stride, to.Cols)
}

// AddTransMul adds X' W to dst.
func (x Sparse) AddTransMul(dst, w *mat.Dense) {
	x.check(w, dst, "AddTransMul")
	to, from := dst.RawMatrix(), w.RawMatrix()
	engine.AddTransMulCSR(x.matrix(), from.Data, from.Stride, to.Data, to.Stride, x.D, to.Cols)
}

func (x Sparse) matrix() engine.CSR {
	return engine.CSR{Start: x.Start, Cols: x.Cols, Values: x.Values}
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
