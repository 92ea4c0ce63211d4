package linalg

import "gonum.org/v1/gonum/mat"

// The Gaussian of a prior N(0, K) and sites of precisions W = diag(w) has the covariance (K^-1 + W)^-1. Without an
// inverse of K, which may have next to no digits, and for elements of W that may be 0, it is worked out with
//
//	B = I + W^1/2 K W^1/2 = R R',   (K + W^-1)^-1 = W^1/2 B^-1 W^1/2,
//
// whose eigenvalues are at least 1 (Rasmussen & Williams, Gaussian processes for machine learning, 2006, section 3.4.3).

// ScaledCholesky writes to dst, which must not be k, the lower factor R of B for the root of W. k is symmetric, n x n, of
// which the lower triangle is read. An error says that an element is not a finite number, or that W^1/2 K W^1/2 is so
// large, 1e14 and more, that rounding leaves nothing of I.
//
// Cost n^3/3 flops.
func ScaledCholesky(dst, k *mat.Dense, root []float64) error {
	n := square("ScaledCholesky", k)
	if square("ScaledCholesky", dst) != n || len(root) != n {
		panic("linalg: ScaledCholesky: shapes do not match")
	}
	for i, ri := range root {
		to, from := dst.RawRowView(i)[:i+1], k.RawRowView(i)[:i+1]
		for j, rj := range root[:i+1] {
			to[j] = ri * from[j] * rj
		}
		to[i]++
	}
	return Cholesky(dst, dst)
}

// SolveScaled replaces x by W^1/2 B^-1 W^1/2 x, given the factor R of B and the root of W.
//
// Cost 2 n^2 flops.
func SolveScaled(r *mat.Dense, root, x []float64) {
	for i, v := range root {
		x[i] *= v
	}
	SolveVec(r, x)
	SolveVecT(r, x)
	for i, v := range root {
		x[i] *= v
	}
}

// ScaledInverse writes W^1/2 B^-1 W^1/2, both triangles, to dst, which must not be r, given the factor R of B and the
// root of W.
//
// Cost 2/3 n^3 flops.
func ScaledInverse(dst, r *mat.Dense, root []float64) {
	Inverse(dst, r)
	for i, ri := range root {
		row := dst.RawRowView(i)
		for j, rj := range root {
			row[j] *= ri * rj
		}
	}
}
