package inputs

import (
	"gonum.org/v1/gonum/mat"
)

// SquaredDistances returns |x_i - x_j|^2 of all pairs i > j of rows.
//
// Cost: N products of all rows with one of them. No more than one is ever dense.
func SquaredDistances(x Rows) []float64 {
	n, d := x.Dims()
	norms := make([]float64, n)
	x.SquaredNorms(norms)
	one, column, inner := mat.NewDense(n, 1, nil), mat.NewDense(d, 1, nil), mat.NewDense(n, 1, nil)
	out := make([]float64, 0, n*(n-1)/2)
	for i := range n {
		one.Set(i, 0, 1)
		column.Zero()
		x.AddTransMul(column, one)
		one.Set(i, 0, 0)
		x.Mul(inner, column)
		for j := range i {
			out = append(out, max(norms[i]+norms[j]-2*inner.At(j, 0), 0))
		}
	}
	return out
}
