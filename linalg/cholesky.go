package linalg

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// JitterStart times the mean diagonal is always added to the diagonal of a
// covariance matrix before it is decomposed. It is about 1e6 roundings: enough
// for well-placed inputs, and too little to be seen in a result.
const JitterStart = 1e-10

// JitterLimit is the largest jitter that is tried, relative to the mean
// diagonal. More than a thousandth of the variance would be another model.
const JitterLimit = 1e-3

// NotPositiveDefiniteError is a matrix that has no Cholesky decomposition.
type NotPositiveDefiniteError struct {
	Size   int     // rows of the matrix
	Jitter float64 // the largest jitter tried, relative to the mean diagonal; 0 if none
}

// Error says how far the jitter went.
func (e *NotPositiveDefiniteError) Error() string {
	if e.Jitter == 0 {
		return fmt.Sprintf("the %d x %d matrix is not positive definite", e.Size, e.Size)
	}
	return fmt.Sprintf("the %d x %d covariance matrix is not positive definite, even with %.0e of its mean diagonal added; "+
		"fewer inducing inputs, a larger noise or a smaller step may help", e.Size, e.Size, e.Jitter)
}

// NotFiniteError is a matrix with an element that is NaN or infinite.
type NotFiniteError struct{ Row, Col int }

// Error names the element.
func (e *NotFiniteError) Error() string {
	return fmt.Sprintf("element (%d, %d) of the matrix is not a finite number", e.Row, e.Col)
}

// JitterCholesky writes to dst the lower factor of a + j mean(diag a) I. The
// jitter j starts at JitterStart and grows tenfold while the decomposition
// fails, up to JitterLimit; growths says how often it grew. a is symmetric,
// only its lower triangle is read, and it is not changed; dst, n x n, is not a, and
// has zeros above the diagonal. The error is a *NotFiniteError or *NotPositiveDefiniteError.
//
// Cost n^3/3 flops for each attempt.
func JitterCholesky(dst, a *mat.Dense) (growths int, err error) {
	n := square("JitterCholesky", a)
	if r, c := dst.Dims(); r != n || c != n {
		panic("linalg: JitterCholesky: shapes do not match")
	}
	if err := finite(a); err != nil {
		return 0, err
	}
	var mean float64
	for i := range n {
		mean += a.At(i, i) / float64(n)
	}
	for j := JitterStart; ; j *= 10 {
		if factor(dst, a, j*mean) {
			return growths, nil
		}
		if j >= JitterLimit*0.99 { // 0.99: ten times 1e-10 is not a power of ten to the last bit
			return growths, &NotPositiveDefiniteError{Size: n, Jitter: JitterLimit}
		}
		growths++
	}
}

// Cholesky writes to dst the lower factor of a itself, for matrices whose
// diagonal needs no jitter. dst may be a. Otherwise like JitterCholesky.
//
// Cost n^3/3 flops.
func Cholesky(dst, a *mat.Dense) error {
	n := square("Cholesky", a)
	if r, c := dst.Dims(); r != n || c != n {
		panic("linalg: Cholesky: shapes do not match")
	}
	if err := finite(a); err != nil {
		return err
	}
	if !factor(dst, a, 0) {
		return &NotPositiveDefiniteError{Size: n}
	}
	return nil
}

// factor writes the lower factor of a + shift I to dst.
func factor(dst, a *mat.Dense, shift float64) bool {
	n, _ := a.Dims()
	for i := range n {
		row := dst.RawRowView(i)
		copy(row, a.RawRowView(i)[:i+1])
		clear(row[i+1:])
		row[i] += shift
	}
	raw := dst.RawMatrix()
	_, ok := lapack64.Potrf(blas64.Symmetric{N: n, Stride: raw.Stride, Data: raw.Data, Uplo: blas.Lower})
	return ok
}

// finite returns an error if the lower triangle of a holds NaN or Inf.
func finite(a *mat.Dense) error {
	n, _ := a.Dims()
	for i := range n {
		row := a.RawRowView(i)[:i+1]
		if engine.Finite(row) {
			continue
		}
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return &NotFiniteError{Row: i, Col: j}
			}
		}
	}
	return nil
}

// LogDet returns log|L L'| = 2 sum_i log L_ii of an n x n factor l with a positive
// diagonal, which alone is read.
//
// Cost n logarithms.
func LogDet(l *mat.Dense) float64 {
	var s float64
	for i := range square("LogDet", l) {
		s += math.Log(l.At(i, i))
	}
	return 2 * s
}

// Inverse writes (L L')^-1, both triangles, to dst, which must not be l.
//
// Cost 2/3 n^3 flops.
func Inverse(dst, l *mat.Dense) {
	n := square("Inverse", l)
	if r, c := dst.Dims(); r != n || c != n {
		panic("linalg: Inverse: shapes do not match")
	}
	dst.Copy(l)
	raw := dst.RawMatrix()
	if _, ok := lapack64.Potri(triangle(raw)); !ok {
		panic("linalg: Inverse: zero on the diagonal of the factor")
	}
	MirrorLower(dst)
}

// InverseLower writes the lower triangular L^-1 to dst, which must not be l.
//
// Cost n^3/3 flops.
func InverseLower(dst, l *mat.Dense) {
	setIdentity(dst)
	SolveLeftLower(l, dst)
}

// InverseUpper writes the upper triangular L^-T to dst, which must not be l.
//
// Cost n^3 flops.
func InverseUpper(dst, l *mat.Dense) {
	setIdentity(dst)
	SolveLeftT(l, dst)
}

// setIdentity makes a square matrix the unit matrix.
func setIdentity(a *mat.Dense) {
	a.Zero()
	for i := range square("identity", a) {
		a.Set(i, i, 1)
	}
}

// InverseFactor writes the lower triangular C with C C' = a^-1 to dst, which may
// be a: with J the reversal of rows and columns and J a J = R R' it is J R^-T J.
// a is as for Cholesky, whose error it returns. Unlike a decomposition of the
// inverse C exists to rounding whenever that of a does.
//
// Cost 4/3 n^3 flops.
func InverseFactor(dst, a *mat.Dense) error {
	n := square("InverseFactor", a)
	if r, c := dst.Dims(); r != n || c != n {
		panic("linalg: InverseFactor: shapes do not match")
	}
	turned, r := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		for j, v := range a.RawRowView(i)[:i+1] {
			turned.Set(n-1-j, n-1-i, v)
		}
	}
	if err := Cholesky(r, turned); err != nil {
		return err
	}
	InverseUpper(turned, r)
	for i := range n {
		row := dst.RawRowView(n - 1 - i)
		for j, v := range turned.RawRowView(i) {
			row[n-1-j] = v
		}
	}
	return nil
}
