package subspace

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// eigen returns the eigenvalues of a symmetric matrix, descending, and its
// eigenvectors, a column each. It overwrites a.
func eigen(a *mat.Dense) ([]float64, *mat.Dense) {
	n, _ := a.Dims()
	raw := a.RawMatrix()
	sym := blas64.Symmetric{N: n, Stride: raw.Stride, Data: raw.Data, Uplo: blas.Lower}
	ascending := make([]float64, n)
	work := make([]float64, 1)
	lapack64.Syev(lapack.EVCompute, sym, ascending, work, -1)
	work = make([]float64, int(work[0]))
	if !lapack64.Syev(lapack.EVCompute, sym, ascending, work, len(work)) {
		panic("subspace: eigenvalues did not converge")
	}
	values, vectors := make([]float64, n), mat.NewDense(n, n, nil)
	for j := range n {
		values[j] = ascending[n-1-j]
	}
	for i := range n {
		from, to := a.RawRowView(i), vectors.RawRowView(i)
		for j := range n {
			to[j] = from[n-1-j]
		}
	}
	return values, vectors
}
