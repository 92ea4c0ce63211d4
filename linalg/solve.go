package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// SolveLeft replaces b (n x m) by L^-1 b. Cost n^2 m flops, as all solves.
func SolveLeft(l, b *mat.Dense) { solve("SolveLeft", blas.Left, blas.NoTrans, l, b) }

// SolveLeftLower is SolveLeft for a lower triangular b (n x n), in strips of columns
// that start at the diagonal. Cost n^3/3 flops.
func SolveLeftLower(l, b *mat.Dense) {
	n := square("SolveLeftLower", l)
	if square("SolveLeftLower", b) != n {
		panic("linalg: SolveLeftLower: shapes do not match")
	}
	rl, rb := l.RawMatrix(), b.RawMatrix()
	for j := 0; j < n; j += tile {
		blas64.Trsm(blas.Left, blas.NoTrans, 1, triangle(block(rl, j, j, n-j, n-j)), block(rb, j, j, n-j, min(tile, n-j)))
	}
}

// SolveLeftT replaces b (n x m) by L^-T b.
func SolveLeftT(l, b *mat.Dense) { solve("SolveLeftT", blas.Left, blas.Trans, l, b) }

// SolveRight replaces b (m x n) by b L^-1.
func SolveRight(b, l *mat.Dense) { solve("SolveRight", blas.Right, blas.NoTrans, l, b) }

// SolveRightT replaces b (m x n) by b L^-T.
func SolveRightT(b, l *mat.Dense) { solve("SolveRightT", blas.Right, blas.Trans, l, b) }

// SolveVec replaces x by L^-1 x.
func SolveVec(l *mat.Dense, x []float64) { solveVec(blas.NoTrans, l, x) }

// SolveVecT replaces x by L^-T x.
func SolveVecT(l *mat.Dense, x []float64) { solveVec(blas.Trans, l, x) }

func solve(name string, side blas.Side, t blas.Transpose, l, b *mat.Dense) {
	n := square(name, l)
	r, c := b.Dims()
	if (side == blas.Left && r != n) || (side == blas.Right && c != n) {
		panic("linalg: " + name + ": shapes do not match")
	}
	blas64.Trsm(side, t, 1, triangle(l.RawMatrix()), b.RawMatrix())
}

func solveVec(t blas.Transpose, l *mat.Dense, x []float64) {
	if n := square("SolveVec", l); n != len(x) {
		panic("linalg: SolveVec: shapes do not match")
	}
	blas64.Trsv(t, triangle(l.RawMatrix()), vector(x))
}

// triangle returns g as a lower triangular matrix.
func triangle(g blas64.General) blas64.Triangular {
	return blas64.Triangular{N: g.Rows, Stride: g.Stride, Data: g.Data, Uplo: blas.Lower, Diag: blas.NonUnit}
}
