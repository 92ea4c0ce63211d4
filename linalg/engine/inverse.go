package engine

import "gonum.org/v1/gonum/blas"

// inverseStrip is the rows of the inverse that are computed together.
const inverseStrip = 64

// Dpotri replaces the factor U of A = U' U (upper) or L of A = L L' (lower) by that
// triangle of the inverse of A, and reports false if a diagonal element is zero. The
// other triangle is not touched. The cost is about n^3 flops and n^2 numbers of
// memory that is kept for the next call.
//
// Bits: W = inverse of L as by Dtrsm, and the inverse of A is W'W, as by Dsyrk, whose
// sums start at the first row of the strip of inverseStrip rows (columns of W).
func (l Lapack) Dpotri(ul blas.Uplo, n int, a []float64, lda int) bool {
	if l.kernels == nil || n < smallCholesky || !validUplo(ul) || lda < n || len(a) < (n-1)*lda+n {
		return l.Implementation.Dpotri(ul, n, a, lda)
	}
	for i := range n {
		if a[i*lda+i] == 0 {
			return false
		}
	}
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	ld := n
	if ld%badStride == 0 {
		ld += 8
	}
	w.y = grow(w.y, n*ld)
	clear(w.y)
	for i := range n {
		w.y[i*ld+i] = 1
	}
	e, x := l.kernels, rowMajor(w.y, ld, false)
	t := rowMajor(a, lda, ul == blas.Upper)
	for j := 0; j < n; j += inverseStrip {
		cols := min(inverseStrip, n-j)
		e.solveShared(triangularSolve{m: n - j, n: cols, alpha: 1, t: t.from(j, j), b: x.from(j, j)})
	}
	for i := 0; i < n; i += inverseStrip {
		rows := min(inverseStrip, n-i)
		p := product{
			m: rows, k: n - i, alpha: 1, a: x.from(i, i).transposed(),
			n: n - i, b: x.from(i, i), c: rowMajor(a, lda, false).from(i, i), region: upper,
		}
		if ul == blas.Lower {
			p.n, p.b, p.c = i+rows, x.from(i, 0), rowMajor(a, lda, false).from(i, 0)
			p.region, p.diagonal = lower, i
		}
		e.multiplyShared(p)
	}
	return true
}
