package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// tile is the side of the blocks that gonum's products are cut into. It sums a
// block of this size in one goroutine and in one order; three of them, of
// 32 kB each, fit into a second-level cache.
const tile = 64

// Mul sets dst = alpha op(a) op(b) + beta dst, where op transposes its
// argument if transA or transB says so. dst must not overlap a or b. With
// beta = 0 the old content of dst does not matter, not even if it is NaN.
//
// Cost 2 m n k flops for an m x k times a k x n matrix.
func Mul(dst *mat.Dense, transA, transB bool, alpha float64, a, b *mat.Dense, beta float64) {
	m, k := opDims(a, transA)
	k2, n := opDims(b, transB)
	dm, dn := dst.Dims()
	if k != k2 || dm != m || dn != n {
		panic("linalg: Mul: shapes do not match")
	}
	product(dst.RawMatrix(), transA, transB, alpha, a.RawMatrix(), b.RawMatrix(), beta, false)
}

// MulLower is Mul for a square dst of which the lower triangle is wanted: what is
// above the diagonal is unspecified, and is not read.
//
// Cost n^2 k flops.
func MulLower(dst *mat.Dense, transA, transB bool, alpha float64, a, b *mat.Dense, beta float64) {
	m, k := opDims(a, transA)
	k2, n := opDims(b, transB)
	if k != k2 || m != n || square("MulLower", dst) != n {
		panic("linalg: MulLower: shapes do not match")
	}
	product(dst.RawMatrix(), transA, transB, alpha, a.RawMatrix(), b.RawMatrix(), beta, true)
}

// MulFactor sets dst = a L for a lower triangular L, in strips of columns that start
// at the diagonal. dst must not overlap a.
//
// Cost m n^2 flops for an m x n matrix a.
func MulFactor(dst, a, l *mat.Dense) {
	n := square("MulFactor", l)
	m, c := a.Dims()
	if dm, dn := dst.Dims(); dm != m || dn != n || c != n {
		panic("linalg: MulFactor: shapes do not match")
	}
	ra, rl, rd := a.RawMatrix(), l.RawMatrix(), dst.RawMatrix()
	for j := 0; j < n; j += tile {
		cols := min(tile, n-j)
		product(block(rd, 0, j, m, cols), false, false, 1, block(ra, 0, j, m, n-j), block(rl, j, j, n-j, cols), 0, false)
	}
}

// WeightedGram sets dst = alpha a' diag(w) a + beta dst, exactly symmetric,
// for a of n x m, w of length n and any signs of w; nil stands for ones.
// scratch is n x m and overwritten; it may be nil if w is.
//
// Cost n m^2 flops. Only the lower triangle of dst is read.
func WeightedGram(dst *mat.Dense, alpha float64, a *mat.Dense, w []float64, beta float64, scratch *mat.Dense) {
	n, m := a.Dims()
	if r, c := dst.Dims(); r != m || c != m || (w != nil && len(w) != n) {
		panic("linalg: WeightedGram: shapes do not match")
	}
	b := a
	if w != nil {
		ScaleRows(scratch, w, a)
		b = scratch
	}
	product(dst.RawMatrix(), true, false, alpha, a.RawMatrix(), b.RawMatrix(), beta, true)
	MirrorLower(dst)
}

// ScaleRows sets dst = diag(w) a; dst may be a.
func ScaleRows(dst *mat.Dense, w []float64, a *mat.Dense) {
	n, m := a.Dims()
	if r, c := dst.Dims(); r != n || c != m || len(w) != n {
		panic("linalg: ScaleRows: shapes do not match")
	}
	for i, wi := range w {
		floats.ScaleTo(dst.RawRowView(i), wi, a.RawRowView(i))
	}
}

// RowQuadratic sets dst_i = a_i' b a_i for the rows a_i of a (n x m): the
// diagonal of a b a', which is not formed. scratch is n x m and receives a b.
//
// Cost 2 n m^2 flops.
func RowQuadratic(dst []float64, a, b, scratch *mat.Dense) {
	Mul(scratch, false, false, 1, a, b, 0)
	RowDots(dst, a, scratch)
}

// RowDots sets dst_i to the inner product of row i of a and row i of b, both n x m; dst has n
// elements.
//
// Cost 2 n m flops.
func RowDots(dst []float64, a, b *mat.Dense) {
	n, m := a.Dims()
	if r, c := b.Dims(); r != n || c != m || len(dst) != n {
		panic("linalg: RowDots: shapes do not match")
	}
	for i := range dst {
		dst[i] = Dot(a.RawRowView(i), b.RawRowView(i))
	}
}

// Dot returns the inner product of x and y, with the bits of blas64.Dot and without its checks of strides.
func Dot(x, y []float64) float64 { return floats.Dot(x, y) }

// MulVec sets dst = alpha op(a) x + beta dst, where op(a) is a, or a' if trans is set. With
// op(a) m x n, x has n elements and dst m; dst must not share memory with x. Where beta is 0
// dst may hold anything.
//
// Cost 2 m n flops.
func MulVec(dst []float64, trans bool, alpha float64, a *mat.Dense, x []float64, beta float64) {
	m, n := opDims(a, trans)
	if len(dst) != m || len(x) != n {
		panic("linalg: MulVec: shapes do not match")
	}
	blas64.Gemv(transpose(trans), alpha, a.RawMatrix(), vector(x), beta, vector(dst))
}

// MirrorLower copies the lower triangle of a, n x n, to the upper one.
//
// Cost n^2/2 copies.
func MirrorLower(a *mat.Dense) {
	n, raw := square("MirrorLower", a), a.RawMatrix()
	engine.MirrorLower(n, raw.Data, raw.Stride)
}

// Symmetrise replaces a, n x n, by its symmetric part, 1/2 (a + a').
//
// Cost n^2 flops.
func Symmetrise(a *mat.Dense) {
	n, raw := square("Symmetrise", a), a.RawMatrix()
	engine.Symmetrise(n, raw.Data, raw.Stride)
}

// product is Mul, or MulLower. With the engine one call will do: its numbers do not
// depend on shapes and places. gonum's do, and are made the same everywhere by tiles.
func product(rd blas64.General, transA, transB bool, alpha float64, ra, rb blas64.General, beta float64, lower bool) {
	m, n, k := rd.Rows, rd.Cols, ra.Cols
	if transA {
		k = ra.Rows
	}
	ta, tb := transpose(transA), transpose(transB)
	if im, ok := blas64.Implementation().(engine.Implementation); ok && im.Fast() {
		if lower {
			im.Dgemmt(blas.Lower, ta, tb, n, k, alpha, ra.Data, ra.Stride, rb.Data, rb.Stride, beta, rd.Data, rd.Stride)
		} else {
			im.Dgemm(ta, tb, m, n, k, alpha, ra.Data, ra.Stride, rb.Data, rb.Stride, beta, rd.Data, rd.Stride)
		}
		return
	}
	for i := 0; i < m; i += tile {
		mi := min(tile, m-i)
		for j := 0; j < n && (!lower || j <= i); j += tile {
			nj := min(tile, n-j)
			c := block(rd, i, j, mi, nj)
			beta := beta
			for l := 0; l < k; l += tile {
				kl := min(tile, k-l)
				blas64.Gemm(ta, tb, alpha, opBlock(ra, transA, i, l, mi, kl), opBlock(rb, transB, l, j, kl, nj), beta, c)
				beta = 1
			}
		}
	}
}

// opBlock returns the r x c block of op(g) at row i, column j, as g stores it.
func opBlock(g blas64.General, trans bool, i, j, r, c int) blas64.General {
	if trans {
		return block(g, j, i, c, r)
	}
	return block(g, i, j, r, c)
}

// block returns the r x c block of g at row i, column j.
func block(g blas64.General, i, j, r, c int) blas64.General {
	return blas64.General{Rows: r, Cols: c, Stride: g.Stride, Data: g.Data[i*g.Stride+j : (i+r-1)*g.Stride+j+c]}
}

func opDims(a *mat.Dense, trans bool) (r, c int) {
	r, c = a.Dims()
	if trans {
		return c, r
	}
	return r, c
}

func transpose(t bool) blas.Transpose {
	if t {
		return blas.Trans
	}
	return blas.NoTrans
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Data: x, Inc: 1} }

func square(name string, a *mat.Dense) int {
	r, c := a.Dims()
	if r != c {
		panic("linalg: " + name + ": not a square matrix")
	}
	return r
}
