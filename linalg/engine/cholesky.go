package engine

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"
)

// Lapack is gonum's LAPACK with the Cholesky factorisation of this package.
type Lapack struct {
	gonum.Implementation
	kernels *kernels
}

// Dpotrf computes A = U' U (upper) or A = L L' (lower) in place and reports whether
// A is positive definite; if not, its triangle is left half done. The other triangle
// is not touched. A is n x n with row stride lda. The cost is n^3/3 flops.
//
// Bits: x = A[i,j], then x = fma(-U[k,i], U[k,j], x) for k = 0, 1, ..., i-1 in one
// chain, then U[i,i] = sqrt(x) and U[i,j] = x * (1/U[i,i]). L is the transpose of U
// to the last bit.
func (l Lapack) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) bool {
	if l.kernels == nil || (ul != blas.Upper && ul != blas.Lower) || n <= 0 || lda < n || len(a) < (n-1)*lda+n {
		return l.Implementation.Dpotrf(ul, n, a, lda) // which says what is wrong
	}
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	e := l.kernels
	whole := n / e.width * e.width
	if ul == blas.Upper && whole == n {
		return e.cholesky(w, view{data: a, row: lda, col: 1}, n)
	}
	// Rows of U must be whole vectors: work in a copy, which the lower triangle needs
	// in any case.
	ld := e.whole(n)
	w.x = grow(w.x, n*ld)
	u := view{data: w.x, row: ld, col: 1}
	from := rowMajor(a, lda, ul == blas.Lower)
	e.copyUpper(u, from, n, ld)
	ok := e.cholesky(w, u, n)
	e.copyUpperBack(from, u, n)
	return ok
}

// copyStrip is how many rows the triangular copies take at a time.
const copyStrip = 8

// copyUpper copies the upper triangle of src, a strip of rows at a time, and fills
// the rows of dst up to ld with zeros.
func (e *kernels) copyUpper(dst, src view, n, ld int) {
	for i := 0; i < n; i += copyStrip {
		rows := min(copyStrip, n-i)
		e.triangleStrip(dst, src, i, rows)
		right := i + rows
		if right < n {
			if src.col == 1 {
				e.copyBack(dst.from(i, right), src.from(i, right), rows, n-right)
			} else { // columns of src are contiguous: rows of its transpose
				e.transposeInto(dst.from(i, right), src.from(i, right), rows, n-right)
			}
		}
		for r := range rows {
			clear(dst.rowSlice(i+r, n, ld))
		}
	}
}

// copyUpperBack copies the upper triangle of src, with contiguous rows, to dst.
func (e *kernels) copyUpperBack(dst, src view, n int) {
	for i := 0; i < n; i += copyStrip {
		rows := min(copyStrip, n-i)
		e.triangleStrip(dst, src, i, rows)
		if right := i + rows; right < n {
			e.copyBack(dst.from(i, right), src.from(i, right), rows, n-right)
		}
	}
}

// triangleStrip copies the upper triangle of the diagonal block at i.
func (e *kernels) triangleStrip(dst, src view, i, rows int) {
	for r := range rows {
		for c := r; c < rows; c++ {
			*dst.at(i+r, i+c) = *src.at(i+r, i+c)
		}
	}
}

// choleskyBlock is the rows that are factored before the rest of the matrix is
// brought up to date with them. It does not change the bits.
const choleskyBlock = 128

// cholesky factors the upper triangle of u, n x n, whose rows are contiguous and
// have room for whole vectors.
func (e *kernels) cholesky(w *workspace, u view, n int) bool {
	for p := 0; p < n; p += choleskyBlock {
		rows := min(choleskyBlock, n-p)
		if !e.choleskyRows(w, u.from(p, p), rows, n-p) {
			return false
		}
		q := p + rows
		if q < n {
			right := u.from(p, q)
			e.multiplyShared(product{
				m: n - q, n: n - q, k: rows, alpha: -1, beta: 1, chained: true,
				a: right.transposed(), b: right, c: u.from(q, q), region: upper,
			})
		}
	}
	return true
}

// choleskyRows computes the first m rows of the factor of the n x n matrix u.
func (e *kernels) choleskyRows(w *workspace, u view, m, n int) bool {
	var inverse [maxRows]float64
	for i := 0; i < m; i += e.rows {
		rows := min(e.rows, m-i)
		if !e.diagonalBlock(w, u, i, rows, &inverse) {
			return false
		}
		copy(w.lanes[:], inverse[:])
		t := &w.task
		t.k = i
		t.a, t.aRow, t.aCol = u.pointer(0, i), 8, u.row*8
		t.bRow, t.cRow = u.row*8, u.row*8
		t.beta, t.load, t.finish = -1, 1, solve
		t.inverse = pointer(w.lanes[:], 0)
		for j := i + rows; j < n; {
			cols := min(e.whole(n-j), e.cols())
			t.b, t.c = u.pointer(0, j), u.pointer(i, j)
			e.run(t, rows, cols)
			j += cols
		}
	}
	return true
}

// diagonalBlock factors the block at (i, i) after subtracting the sum over the rows
// above it, and leaves minus the reciprocals of its diagonal in inverse.
func (e *kernels) diagonalBlock(w *workspace, u view, i, rows int, inverse *[maxRows]float64) bool {
	const ld = maxRows
	d := &w.block
	for r := range rows {
		copy(d[r*ld+r:r*ld+rows], u.rowSlice(i+r, i+r, i+rows))
	}
	t := &w.task
	t.k = i
	t.a, t.aRow, t.aCol = u.pointer(0, i), 8, u.row*8
	t.b, t.bRow = u.pointer(0, i), u.row*8
	t.c, t.cRow = pointer(d[:], 0), ld*8
	t.alpha, t.beta, t.load, t.finish = 1, -1, 1, scale
	e.run(t, rows, e.whole(rows))
	// d holds minus what is left of A, so that the signs are those of the solve.
	for r := range rows {
		pivot := math.Sqrt(-d[r*ld+r])
		if !(pivot > 0) || math.IsInf(pivot, 0) {
			return false
		}
		inverse[r] = -1 / pivot
		row := d[r*ld : r*ld+rows]
		row[r] = pivot
		for c := r + 1; c < rows; c++ {
			row[c] *= inverse[r]
		}
		for q := r + 1; q < rows; q++ {
			x, below := row[q], d[q*ld:q*ld+rows]
			for c := q; c < rows; c++ {
				below[c] = math.FMA(x, row[c], below[c])
			}
		}
		copy(u.rowSlice(i+r, i+r, i+rows), row[r:])
	}
	return true
}
