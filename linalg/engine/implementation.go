package engine

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// Implementation is gonum's BLAS with the routines below replaced. Arguments that
// are not valid are handed to gonum, which panics and says why; so is everything if
// there are no kernels.
type Implementation struct {
	gonum.Implementation
	kernels *kernels
}

func validTranspose(t blas.Transpose) bool {
	return t == blas.NoTrans || t == blas.Trans || t == blas.ConjTrans
}

func validUplo(ul blas.Uplo) bool { return ul == blas.Upper || ul == blas.Lower }
func validDiag(d blas.Diag) bool  { return d == blas.Unit || d == blas.NonUnit }
func validSide(s blas.Side) bool  { return s == blas.Left || s == blas.Right }
func shape(t bool, m, n int) (r, c int) {
	if t {
		return n, m
	}
	return m, n
}

// fits reports whether a slice of length n holds a rows x cols matrix.
func fits(n, rows, cols, ld int) bool {
	return rows >= 0 && cols >= 0 && ld >= max(1, cols) && (rows == 0 || n >= (rows-1)*ld+cols)
}

// fitsVector reports whether a slice of length l holds n elements inc apart.
func fitsVector(l, n, inc int) bool {
	return inc != 0 && (n == 0 || l >= 1+(n-1)*max(inc, -inc))
}

// Dgemm computes C = alpha op(A) op(B) + beta C; see product for the bits.
func (im Implementation) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	transA, transB := tA != blas.NoTrans, tB != blas.NoTrans
	ra, ca := shape(transA, m, k)
	rb, cb := shape(transB, k, n)
	if im.kernels == nil || !validTranspose(tA) || !validTranspose(tB) || m <= 0 || n <= 0 ||
		!fits(len(a), ra, ca, lda) || !fits(len(b), rb, cb, ldb) || !fits(len(c), m, n, ldc) {
		im.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	im.kernels.multiplyShared(product{
		m: m, n: n, k: k, alpha: alpha, beta: beta,
		a: rowMajor(a, lda, transA), b: rowMajor(b, ldb, transB), c: rowMajor(c, ldc, false),
	})
}

// Fast reports whether the kernels of this package do the algebra, so that results
// do not depend on shapes and places, rather than gonum's code.
func (im Implementation) Fast() bool { return im.kernels != nil }

// Dgemmt computes a triangle of C = alpha op(A) op(B) + beta C, C n x n; the bits are
// those of Dgemm. The routine is not of gonum's interface: it panics if arguments are
// not valid or there are no kernels.
func (im Implementation) Dgemmt(ul blas.Uplo, tA, tB blas.Transpose, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	transA, transB := tA != blas.NoTrans, tB != blas.NoTrans
	ra, ca := shape(transA, n, k)
	rb, cb := shape(transB, k, n)
	if im.kernels == nil || !validUplo(ul) || !validTranspose(tA) || !validTranspose(tB) ||
		!fits(len(a), ra, ca, lda) || !fits(len(b), rb, cb, ldb) || !fits(len(c), n, n, ldc) {
		panic("engine: Dgemmt: invalid arguments, or no kernels")
	}
	p := product{
		m: n, n: n, k: k, alpha: alpha, beta: beta,
		a: rowMajor(a, lda, transA), b: rowMajor(b, ldb, transB), c: rowMajor(c, ldc, false),
		region: lower,
	}
	if ul == blas.Upper {
		p.region = upper
	}
	im.kernels.multiplyShared(p)
}

// Dsyrk computes a triangle of C = alpha op(A) op(A)' + beta C, A n x k; the bits are
// those of Dgemm.
func (im Implementation) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	trans := tA != blas.NoTrans
	r, cols := shape(trans, n, k)
	if im.kernels == nil || !validUplo(ul) || !validTranspose(tA) || n <= 0 || !fits(len(a), r, cols, lda) || !fits(len(c), n, n, ldc) {
		im.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	p := product{
		m: n, n: n, k: k, alpha: alpha, beta: beta,
		a: rowMajor(a, lda, trans), b: rowMajor(a, lda, !trans), c: rowMajor(c, ldc, false),
		region: lower,
	}
	if ul == blas.Upper {
		p.region = upper
	}
	im.kernels.multiplyShared(p)
}

// Dsyr2k computes a triangle of C = alpha (op(A) op(B)' + op(B) op(A)') + beta C:
// two products one after the other, with the bits of Dgemm.
func (im Implementation) Dsyr2k(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	trans := tA != blas.NoTrans
	r, cols := shape(trans, n, k)
	if im.kernels == nil || !validUplo(ul) || !validTranspose(tA) || n <= 0 ||
		!fits(len(a), r, cols, lda) || !fits(len(b), r, cols, ldb) || !fits(len(c), n, n, ldc) {
		im.Implementation.Dsyr2k(ul, tA, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	p := product{
		m: n, n: n, k: k, alpha: alpha, beta: beta,
		a: rowMajor(a, lda, trans), b: rowMajor(b, ldb, !trans), c: rowMajor(c, ldc, false),
		region: lower,
	}
	if ul == blas.Upper {
		p.region = upper
	}
	im.kernels.multiplyShared(p)
	p.a, p.b, p.beta = rowMajor(b, ldb, trans), rowMajor(a, lda, !trans), 1
	im.kernels.multiplyShared(p)
}

// Dsymm computes C = alpha A B + beta C or C = alpha B A + beta C for symmetric A, of
// which one triangle is read: a product with A filled up to a square, with the bits of
// Dgemm.
func (im Implementation) Dsymm(s blas.Side, ul blas.Uplo, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	na := m
	if s == blas.Right {
		na = n
	}
	if im.kernels == nil || !validSide(s) || !validUplo(ul) || m <= 0 || n <= 0 || alpha == 0 ||
		!fits(len(a), na, na, lda) || !fits(len(b), m, n, ldb) || !fits(len(c), m, n, ldc) {
		im.Implementation.Dsymm(s, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	w.y = grow(w.y, na*na)
	square := rowMajor(w.y, na, false)
	im.kernels.fillSymmetric(square, rowMajor(a, lda, ul == blas.Lower), na)
	p := product{
		m: m, n: n, k: na, alpha: alpha, beta: beta,
		a: square, b: rowMajor(b, ldb, false), c: rowMajor(c, ldc, false),
	}
	if s == blas.Right {
		p.a, p.b = p.b, p.a
	}
	im.kernels.multiplyShared(p)
}

// asLower returns the triangular problem on the left of an m x n matrix, with op(A)
// as a lower triangle: an upper one is taken backwards.
func asLower(s blas.Side, ul blas.Uplo, tA blas.Transpose, m, n int, a []float64, lda int, b []float64, ldb int) (t, x view, rows, cols int) {
	trans := tA != blas.NoTrans
	if s == blas.Right { // X op(A) = B is op(A)' X' = B'
		trans = !trans
		m, n = n, m
	}
	t, x = rowMajor(a, lda, trans), rowMajor(b, ldb, s == blas.Right)
	if (ul == blas.Lower) == trans {
		t, x = t.backwards(m, m, true), x.backwards(m, n, false)
	}
	return t, x, m, n
}

// takesTriangle says whether there are kernels for a triangle beside an m x n matrix, and
// arguments that they take: gonum's do the others, or say what is wrong with them.
func (im Implementation) takesTriangle(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) bool {
	na := m
	if s == blas.Right {
		na = n
	}
	return im.kernels != nil && validSide(s) && validUplo(ul) && validTranspose(tA) && validDiag(d) && alpha != 0 &&
		m > 0 && n > 0 && fits(len(a), na, na, lda) && fits(len(b), m, n, ldb)
}

// Dtrsm solves op(A) X = alpha B or X op(A) = alpha B in place of B; see
// triangularSolve for the bits.
func (im Implementation) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	if !im.takesTriangle(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) {
		im.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	t, x, rows, cols := asLower(s, ul, tA, m, n, a, lda, b, ldb)
	im.kernels.solveShared(triangularSolve{m: rows, n: cols, alpha: alpha, t: t, b: x, unit: d == blas.Unit})
}

// Dtrmm computes B = alpha op(A) B or B = alpha B op(A); see triangularProduct for
// the bits.
func (im Implementation) Dtrmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	if !im.takesTriangle(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) {
		im.Implementation.Dtrmm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	t, x, rows, cols := asLower(s, ul, tA, m, n, a, lda, b, ldb)
	im.kernels.triangularMultiplyShared(triangularProduct{m: rows, n: cols, alpha: alpha, t: t, b: x, unit: d == blas.Unit})
}

// vectorBlock is the order of the triangles that Dtrsv solves in registers; what is
// beside them goes through Dgemv.
const vectorBlock = 64

// smallSolve is the order from which Dtrsv is not left to gonum.
const smallSolve = 40

// Dtrsv solves op(A) x = b in place: diagonal blocks as a column of Dtrsm, and what
// is beside them by gonum's Dgemv.
func (im Implementation) Dtrsv(ul blas.Uplo, tA blas.Transpose, d blas.Diag, n int, a []float64, lda int, x []float64, incX int) {
	if im.kernels == nil || !validUplo(ul) || !validTranspose(tA) || !validDiag(d) || n < smallSolve || incX < 1 ||
		!fits(len(a), n, n, lda) || !fitsVector(len(x), n, incX) {
		im.Implementation.Dtrsv(ul, tA, d, n, a, lda, x, incX)
		return
	}
	trans := tA != blas.NoTrans
	for done := 0; done < n; done += vectorBlock {
		m := min(vectorBlock, n-done)
		i := done // the rows of the block, and the columns beside it
		if (ul == blas.Lower) == trans {
			i = n - done - m
		}
		from, to := 0, i
		if ul == blas.Upper {
			from, to = i+m, n
		}
		if !trans && from < to { // solved before
			im.Dgemv(blas.NoTrans, m, to-from, -1, a[i*lda+from:], lda, x[from*incX:], incX, 1, x[i*incX:], incX)
		}
		t, v, _, _ := asLower(blas.Left, ul, tA, m, 1, a[i*lda+i:], lda, x[i*incX:], incX)
		im.kernels.solve(triangularSolve{m: m, n: 1, alpha: 1, t: t, b: v, unit: d == blas.Unit})
		if trans && from < to { // solved later
			im.Dgemv(blas.Trans, m, to-from, -1, a[i*lda+from:], lda, x[i*incX:], incX, 1, x[from*incX:], incX)
		}
	}
}

// symmetricBlock is the order of the blocks Dsymv works with; a matrix that is not
// larger than two of them is left to gonum.
const symmetricBlock = 32

// Dsymv computes y = alpha A x + beta y for symmetric A, n x n, of which one triangle
// is read: by gonum's Dgemv, for diagonal blocks filled up to squares and for what is
// beside them, used twice.
func (im Implementation) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	if im.kernels == nil || !validUplo(ul) || n <= 2*symmetricBlock || incX != 1 || incY != 1 || alpha == 0 ||
		!fits(len(a), n, n, lda) || !fitsVector(len(x), n, incX) || !fitsVector(len(y), n, incY) {
		im.Implementation.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	switch beta {
	case 0:
		clear(y[:n])
	case 1:
	default:
		im.Dscal(n, beta, y, 1)
	}
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	w.x = grow(w.x, symmetricBlock*symmetricBlock)
	for i := 0; i < n; i += symmetricBlock {
		m := min(symmetricBlock, n-i)
		for r := range m {
			for c := r; c < m; c++ {
				v := a[(i+r)*lda+i+c]
				if ul == blas.Lower {
					v = a[(i+c)*lda+i+r]
				}
				w.x[r*m+c], w.x[c*m+r] = v, v
			}
		}
		im.Dgemv(blas.NoTrans, m, m, alpha, w.x, m, x[i:], 1, 1, y[i:], 1)
		from, to := i+m, n // the columns beside the block
		if ul == blas.Lower {
			from, to = 0, i
		}
		if from < to {
			beside := a[i*lda+from:]
			im.Dgemv(blas.NoTrans, m, to-from, alpha, beside, lda, x[from:], 1, 1, y[i:], 1)
			im.Dgemv(blas.Trans, m, to-from, alpha, beside, lda, x[i:], 1, 1, y[from:], 1)
		}
	}
}
