package engine

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"
)

// Lapack is gonum's LAPACK with the Cholesky factorisation, and the inverse from it,
// of this package.
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
// to the last bit. Matrices smaller than smallCholesky are left to gonum.
func (l Lapack) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) bool {
	if l.kernels == nil || n < smallCholesky || (ul != blas.Upper && ul != blas.Lower) || lda < n || len(a) < (n-1)*lda+n {
		return l.Implementation.Dpotrf(ul, n, a, lda) // which says what is wrong
	}
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	e := l.kernels
	bad := n >= packFrom && lda%badStride == 0
	if ul == blas.Upper && n >= e.width && !bad {
		return e.cholesky(w, rowMajor(a, lda, false), n)
	}
	// Rows of U must be contiguous, not shorter than a vector and better not of a bad
	// stride: work in a copy.
	ld := max(n, e.width)
	if ld%badStride == 0 {
		ld += e.width
	}
	w.x = grow(w.x, n*ld)
	u, from := rowMajor(w.x, ld, false), rowMajor(a, lda, ul == blas.Lower)
	e.copyUpperInto(w.x, ld, from, n)
	ok := e.cholesky(w, u, n)
	e.copyUpperBack(from, u, n)
	return ok
}

// smallCholesky is the order from which the tiles win.
const smallCholesky = 24

// copyStrip is how many rows or columns are copied at a time.
const copyStrip = 8

// copyUpperInto copies the upper triangle of src to dst, row i at dst[i*ld:], and with it
// what stands below the diagonal in the same strip.
func (e *kernels) copyUpperInto(dst []float64, ld int, src view, n int) {
	for i := 0; i < n; i += copyStrip {
		strip := min(copyStrip, n-i)
		if src.col == 1 {
			e.copyInto(dst[i*ld+i:], ld, src.from(i, i), strip, n-i)
		} else {
			e.copyInto(dst[i:], ld, src.from(0, i), i+strip, strip)
		}
	}
}

// copyUpperBack copies the upper triangle of src, with contiguous rows, to dst.
func (e *kernels) copyUpperBack(dst, src view, n int) {
	for i := 0; i < n; i += copyStrip {
		rows := min(copyStrip, n-i)
		for r := range rows { // the triangle of the diagonal block
			to, from := dst.origin+(i+r)*dst.row, src.rowSlice(i+r, 0, i+rows)
			for c := i + r; c < i+rows; c++ {
				dst.data[to+c*dst.col] = from[c]
			}
		}
		if right := i + rows; right < n {
			e.copyBack(dst.from(i, right), src.from(i, right), rows, n-right)
		}
	}
}

// choleskyBlock is the rows that are factored before the rest of the matrix is
// brought up to date with them. It does not change the bits.
const choleskyBlock = 256

// pivots is the rows that are factored together: enough to keep the registers of a tile
// busy, and few to go through one by one.
func (e *kernels) pivots() int { return max(4, e.width) }

// cholesky factors the upper triangle of u, n x n, whose rows are contiguous and not
// shorter than a vector.
func (e *kernels) cholesky(w *workspace, u view, n int) bool {
	for p := 0; p < n; p += choleskyBlock {
		rows := min(choleskyBlock, n-p)
		for i := 0; i < rows; i += e.pivots() {
			if !e.choleskyRows(w, u.from(p, p), i, min(e.pivots(), rows-i), n-p) {
				return false
			}
		}
		if q := p + rows; q < n {
			right := u.from(p, q)
			e.multiplyShared(product{
				m: n - q, n: n - q, k: rows, alpha: -1, beta: 1, chained: true,
				a: right.transposed(), b: right, c: u.from(q, q), region: upper,
			})
		}
	}
	return true
}

// choleskyRows computes rows [i, i+rows) of the factor of the n x n matrix u, whose
// rows above are done: the diagonal block, then a triangular solve for the columns
// right of it.
//
// The last tile may read past the end of rows, at most a vector less one element:
// these are rows above i, so that it stays within the matrix, and the lanes are not
// stored.
func (e *kernels) choleskyRows(w *workspace, u view, i, rows, n int) bool {
	t := &w.task
	t.k = i
	t.a, t.aRow, t.aCol = u.pointer(0, i), 8, u.row*8
	t.beta, t.load = -1, 1
	if !e.diagonalBlock(w, u, i, rows) {
		return false
	}
	t.finish, t.inverse = solve, pointer(w.inverse[:], 0)
	for j, cols := i+rows, 0; j < n; j += cols {
		cols = e.panel(n - j)
		t.b, t.bRow = u.pointer(0, j), u.row*8
		if e.masks || cols == e.whole(cols) {
			t.c, t.cRow = u.pointer(i, j), u.row*8
			e.run(t, rows, cols)
			continue
		}
		ld := e.cols()
		t.c, t.cRow = pointer(w.edge[:], 0), ld*8
		for r := range rows {
			copy(w.edge[r*ld:], u.rowSlice(i+r, j, j+cols))
		}
		e.run(t, rows, e.whole(cols))
		for r := range rows {
			copy(u.rowSlice(i+r, j, j+cols), w.edge[r*ld:])
		}
	}
	return true
}

// diagonalBlock factors the block at (i, i) of the task w.task, and leaves minus the
// reciprocals of its diagonal in w.inverse.
func (e *kernels) diagonalBlock(w *workspace, u view, i, rows int) bool {
	const ld = maxRows
	for r := range rows {
		copy(w.block[r*ld+r:r*ld+rows], u.rowSlice(i+r, i+r, i+rows))
	}
	t := &w.task
	t.c, t.cRow, t.alpha, t.finish = pointer(w.block[:], 0), ld*8, 1, scale
	t.b, t.bRow = u.pointer(0, i), u.row*8
	e.run(t, rows, e.whole(rows))

	// The block holds minus what is left of A, so that the signs are those of a
	// solve.
	var d [maxRows][maxRows]float64
	for r := range rows {
		copy(d[r][r:rows], w.block[r*ld+r:])
	}
	for r := range rows {
		pivot := math.Sqrt(-d[r][r])
		if !(pivot > 0) || math.IsInf(pivot, 1) {
			return false
		}
		inverse := -1 / pivot
		w.inverse[r] = inverse
		d[r][r] = pivot
		for c := r + 1; c < rows; c++ {
			d[r][c] *= inverse
		}
		for q := r + 1; q < rows; q++ {
			for c := q; c < rows; c++ {
				d[q][c] = math.FMA(d[r][q], d[r][c], d[q][c])
			}
		}
	}
	for r := range rows {
		copy(u.rowSlice(i+r, i+r, i+rows), d[r][r:rows])
	}
	return true
}
