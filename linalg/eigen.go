package linalg

import (
	"gonum.org/v1/gonum/blas"
	lapack "gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// EigenSym returns the eigenvalues of a symmetric matrix, descending, and its orthonormal
// eigenvectors, a column each. a is overwritten; its lower triangle is read. It panics if an
// element is not a finite number.
//
// A is brought to tridiagonal form by reflections, whose eigenvectors are found by divide
// and conquer and reflected back. Errors of values and residuals are some 2^-52 |A|.
//
// Cost about 6 n^3 flops, nearly all but n^3 of them in products.
func EigenSym(a *mat.Dense) ([]float64, *mat.Dense) {
	n := square("EigenSym", a)
	raw := a.RawMatrix()
	diagonal, beside := make([]float64, n), make([]float64, max(n-1, 0))
	tau := make([]float64, max(n-1, 0))
	impl := gonum.Implementation{}
	withWork(func(work []float64, size int) {
		impl.Dsytrd(blas.Lower, n, raw.Data, raw.Stride, diagonal, beside, tau, work, size)
	})
	values, q := tridiagonalEigen(diagonal, beside)
	vectors := mat.NewDense(n, n, nil)
	for i := range n {
		from, to := q.RawRowView(i), vectors.RawRowView(i)
		for j := range n {
			to[j] = from[n-1-j]
		}
	}
	for i := range n / 2 {
		values[i], values[n-1-i] = values[n-1-i], values[i]
	}
	if n > 1 {
		v := vectors.RawMatrix()
		withWork(func(work []float64, size int) {
			impl.Dormqr(blas.Left, blas.NoTrans, n-1, n, n-1, raw.Data[raw.Stride:], raw.Stride, tau, v.Data[v.Stride:], v.Stride, work, size)
		})
	}
	return values, vectors
}

// withWork calls a LAPACK routine that needs working space: once to ask how much, and
// once with it.
func withWork(call func(work []float64, size int)) {
	size := make([]float64, 1)
	call(size, -1)
	call(make([]float64, int(size[0])), int(size[0]))
}

// smallTridiagonal is the order up to which eigenvectors of a tridiagonal matrix are found
// by QL iterations.
const smallTridiagonal = 48

// tridiagonalEigen returns the eigenvalues, ascending, and eigenvectors of the symmetric
// tridiagonal matrix with this diagonal and these elements beside it. It overwrites both.
//
// The matrix is two of half the order and a matrix of rank one (Cuppen, A divide and
// conquer method for the symmetric tridiagonal eigenproblem, 1981).
func tridiagonalEigen(diagonal, beside []float64) ([]float64, *mat.Dense) {
	n := len(diagonal)
	if n <= smallTridiagonal {
		q := mat.NewDense(max(n, 1), max(n, 1), nil)
		work := make([]float64, max(1, 2*n-2))
		if !(gonum.Implementation{}).Dsteqr(lapack.EVTridiag, n, diagonal, beside, q.RawMatrix().Data, max(n, 1), work) {
			panic("linalg: EigenSym: no convergence")
		}
		return diagonal, q
	}
	m := n / 2
	rho, sign := beside[m-1], 1.
	if rho < 0 {
		rho, sign = -rho, -1
	}
	diagonal[m-1] -= rho
	diagonal[m] -= rho
	d1, q1 := tridiagonalEigen(diagonal[:m], beside[:m-1])
	d2, q2 := tridiagonalEigen(diagonal[m:], beside[m:])

	// diag(d) + rho z z' in the coordinates of both halves' eigenvectors.
	u := newRankOne(n, m, rho)
	for j, d := range d1 {
		u.add(d, q1.At(m-1, j), q1.ColView(j), nil)
	}
	for j, d := range d2 {
		u.add(d, sign*q2.At(0, j), nil, q2.ColView(j))
	}
	return u.solve()
}
