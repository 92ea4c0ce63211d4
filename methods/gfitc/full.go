package gfitc

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// whole is the latent function of a model without inducing inputs: u is f at the
// training rows, with covariance K = prior.Gram. With W = diag(tau) and B = I + W^1/2 K
// W^1/2 = R R' the sites make of it
//
//	f ~ N(K a, K - K W^1/2 B^-1 W^1/2 K),  a = W^1/2 B^-1 W^-1/2 nu.
type whole struct {
	prior *sparse.Prior
	alpha float64 // the power of EP

	tau, nu []float64 // by row: the site on f_i

	root     []float64  // square roots of tau
	chol     *mat.Dense // R
	inverse  *mat.Dense // R^-1, also space for others
	logDet   float64    // of B
	a        []float64
	mean     []float64 // of f_i
	variance []float64
	left     []float64 // the fraction of the precision of f_i that is not the site's, [B^-1]_ii
	work     []float64
}

// newWhole returns the function of a prior at the training rows.
func newWhole(prior *sparse.Prior, alpha float64) *whole {
	n := prior.M()
	f := &whole{prior: prior, alpha: alpha, chol: mat.NewDense(n, n, nil), inverse: mat.NewDense(n, n, nil)}
	for _, v := range []*[]float64{&f.tau, &f.nu, &f.root, &f.a, &f.mean, &f.variance, &f.left, &f.work} {
		*v = make([]float64, n)
	}
	return f
}

func (f *whole) sites() (tau, nu []float64) { return f.tau, f.nu }

// leastRoot is the square root of a precision that is far below rounding beside any
// prior's, and above 0: variances are worked out in units of it.
const leastRoot = 0x1p-100

// refresh works out the Gaussian of prior and sites. The error is of the decomposition
// of B, which has one as long as all numbers are finite. Cost 2/3 N^3 flops.
func (f *whole) refresh(*mat.Dense) error {
	for i, t := range f.tau {
		f.root[i] = max(math.Sqrt(t), leastRoot)
	}
	if err := linalg.ScaledCholesky(f.chol, f.prior.Gram, f.root); err != nil {
		return err
	}
	f.logDet = linalg.LogDet(f.chol)
	linalg.InverseLower(f.inverse, f.chol)
	f.marginals()
	f.means()
	return nil
}

// marginals works out variance and left. In the order of the rows, R_ii^2 = 1 + tau_i c_i
// with c_i = K_ii - sum_{j<i} (R_ij / root_i)^2, the variance of f_i under the sites of
// the rows before. So
//
//	left_i = sum_{j>=i} ([R^-1]_ji)^2,
//	variance_i = (1 - left_i) / tau_i = c_i / R_ii^2 - sum_{j>i} ([R^-1]_ji / root_i)^2.
//
// R_ij for j < i and [R^-1]_ji for j > i have the factor root_i, so the last form
// keeps the digits that the previous one loses if tau_i is small. Cost 2 N^2 flops.
func (f *whole) marginals() {
	clear(f.left)
	for j := range f.left {
		for i, v := range f.inverse.RawRowView(j)[:j] {
			f.left[i] += v * v
		}
	}
	for i, later := range f.left {
		row := f.chol.RawRowView(i)[:i+1]
		own, tau := row[i]*row[i], f.root[i]*f.root[i]
		c := f.prior.Gram.At(i, i) - linalg.Dot(row[:i], row[:i])/tau
		f.variance[i] = max(c/own-later/tau, 0)
		f.left[i] = later + 1/own
	}
}

// means works out a and mean. Cost 6 N^2 flops.
func (f *whole) means() {
	for i, r := range f.root {
		f.a[i] = f.nu[i] / r
	}
	linalg.MulVec(f.work, false, 1, f.inverse, f.a, 0)
	linalg.MulVec(f.a, true, 1, f.inverse, f.work, 0)
	for i, r := range f.root {
		f.a[i] *= r
	}
	linalg.MulVec(f.mean, false, 1, f.prior.Gram, f.a, 0)
}

// rowCavities writes mean and variance of f_i without the share alpha of the site of row i.
func (f *whole) rowCavities(mean, variance []float64) {
	for i, left := range f.left {
		left += (1 - f.alpha) * (1 - left)
		mean[i] = (f.mean[i] - f.variance[i]*(f.alpha*f.nu[i])) / left
		variance[i] = f.variance[i] / left
	}
}

// variances writes the variance of f_i to dst.
func (f *whole) variances(dst []float64) { copy(dst, f.variance) }

// evidence returns log of the integral of prior times sites.
func (f *whole) evidence() float64 { return 0.5 * (linalg.Dot(f.nu, f.mean) - f.logDet) }

// gradient adds the derivatives of evidence at fixed sites by the kernel's parameters,
// which are those of
//
//	dG/dK = 1/2 (a a' - W^1/2 B^-1 W^1/2).
//
// Cost 2/3 N^3 flops and the kernel's N^2 D.
func (f *whole) gradient(theta []float64) {
	w := f.inverse
	linalg.Inverse(w, f.chol)
	for i, ai := range f.a {
		row, half := w.RawRowView(i), 0.5*f.root[i]
		for j, aj := range f.a[:len(row)] {
			row[j] = 0.5*ai*aj - half*row[j]*f.root[j]
		}
	}
	f.prior.Kernel.GramBack(theta, nil, f.prior.Z, f.prior.Gram, w)
}

// whitened returns mean and factor of q(v), u = L v: its precision is I + L' W L. Cost
// 7/3 N^3 flops.
func (f *whole) whitened() ([]float64, *mat.Dense, error) {
	factor := f.inverse
	if err := f.prior.WhitenedFactor(factor, f.chol, f.tau); err != nil {
		return nil, nil, err
	}
	mean := make([]float64, len(f.nu))
	linalg.MulVec(mean, true, 1, f.prior.L, f.nu, 0)
	linalg.MulVec(f.work, true, 1, factor, mean, 0)
	linalg.MulVec(mean, false, 1, factor, f.work, 0)
	return mean, factor, nil
}
