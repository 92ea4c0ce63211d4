// Package kernel holds covariance functions and their pullbacks.
//
// A Kernel is an immutable value. Its parameters are unconstrained (logarithms
// of positive quantities). Every objective of the project is differentiated
// the same way: the method computes W = dL/dK for the matrices it used, and
// the kernel adds the resulting derivatives by parameters and inputs; no N x M
// x D tensor is ever formed.
package kernel

import (
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Kernel is a covariance function on R^D, with an optional additive noise
// variance that is on the diagonal of Gram and in Var but never in Cov. All
// inputs are rows: x is n x D, z is m x D.
type Kernel interface {
	// NumParams returns the number P of unconstrained parameters.
	NumParams() int
	// Params writes the parameters to dst, length P.
	Params(dst []float64)
	// With returns the same kernel with other parameters, which it copies.
	With(theta []float64) Kernel
	// Names returns the P parameter names, such as "log lengthscale 3".
	Names() []string

	// Cov writes k(x_i, z_j) to dst, n x m, without noise. Cost 2 n m D flops, and n m exponentials of a stationary
	// kernel; of a sum that of each part, as everything here.
	Cov(dst, x, z *mat.Dense)
	// Gram writes k(x_i, x_j) + noise [i = j] to dst, n x n, both triangles,
	// exactly symmetric. Cost half that of Cov.
	Gram(dst, x *mat.Dense)
	// Var writes k(x_i, x_i) + noise to dst, length n. Cost O(n D).
	Var(dst []float64, x *mat.Dense)

	// CovBack adds, for W = dL/dCov(x, z) (n x m), dL/dtheta to dTheta, dL/dx
	// to dX and dL/dz to dZ; any of the three may be nil. k is what Cov gave. Cost 2 n m D flops for each of dX and dZ,
	// at least once, and that of Cov where derivatives are not k times something: of Matern and of sums.
	CovBack(dTheta []float64, dX, dZ, x, z, k, w *mat.Dense)
	// GramBack does the same for W = dL/dGram(x) (n x n, entries independent,
	// not necessarily symmetric). k is what Gram gave. Cost 2 n^2 D flops, and that of Gram where CovBack has Cov's.
	GramBack(dTheta []float64, dX, x, k, w *mat.Dense)
	// VarBack does the same for w = dL/dVar(x), length n. Cost O(n D).
	VarBack(dTheta []float64, dX, x *mat.Dense, w []float64)
}

// IsLengthscale says whether the named parameter is the logarithm of a lengthscale.
func IsLengthscale(name string) bool { return strings.HasPrefix(name, "log lengthscale") }

// noiseName is the name of the logarithm of the noise.
const noiseName = "log noise"

// IsNoise says whether the named parameter is the logarithm of the noise.
func IsNoise(name string) bool { return name == noiseName }
