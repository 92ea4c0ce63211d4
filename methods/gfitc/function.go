package gfitc

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// function is a latent function f: its prior at the training rows, and the
// Gaussian that the prior and the sites on f make.
type function struct {
	prior *sparse.Prior
	pr    *sparse.Projection // of the training rows, one for all functions of a prior

	tau, nu []float64 // by row: precision and shift of the sites on f_i, summed

	w, shift []float64        // the same as sites on a_i'v
	post     *sparse.Gaussian // q(v): its precision is B = I + A' diag(w) A
	half     *mat.Dense       // N x M, A R'^-1, R the Cholesky factor of B
	g, q     []float64        // mean and variance of a_i'v
	scratch  *mat.Dense       // N x M, shared by all functions
}

// newFunction returns the function of a prior; scratch is N x M.
func newFunction(prior *sparse.Prior, pr *sparse.Projection, scratch *mat.Dense) *function {
	n, m := pr.A.Dims()
	return &function{
		prior: prior, pr: pr, tau: make([]float64, n), nu: make([]float64, n),
		w: make([]float64, n), shift: make([]float64, n),
		post: sparse.NewGaussian(m),
		half: mat.NewDense(n, m, nil), g: make([]float64, n), q: make([]float64, n), scratch: scratch,
	}
}

// refresh works out the Gaussian of prior and sites. The error is of the
// decomposition of B, which has one as long as no precision is negative and
// all numbers are finite. Cost 2 N M^2 + M^3/3 flops.
func (f *function) refresh() error {
	for i, r := range f.pr.Residual {
		s := 1 / (1 + f.tau[i]*r)
		f.w[i] = f.tau[i] * s
		f.shift[i] = f.nu[i] * s
	}
	f.post.AddRows(f.pr.A, f.w, f.shift, 0, f.scratch)
	f.post.AddPrior()
	if err := f.post.Refresh(); err != nil {
		return err
	}
	f.post.Marginals(f.g, f.q, f.pr.A, f.half)
	return nil
}

// certain is the least part of the precision of a_i'v that is left without the row's
// sites, as far as rounding can tell.
const certain = 0x1p-52

// without writes mean and variance of f_i once all sites of row i are taken out.
func (f *function) without(mean, variance []float64) {
	for i, q := range f.q {
		left := max(1-f.w[i]*q, certain)
		mean[i] = (f.g[i] - q*f.shift[i]) / left
		variance[i] = f.pr.Residual[i] + q/left
	}
}

// variances writes the variance of f_i to dst.
func (f *function) variances(dst []float64) {
	for i, r := range f.pr.Residual {
		s := 1 / (1 + f.tau[i]*r)
		dst[i] = r*s + f.q[i]*s*s
	}
}

// evidence returns log of the integral of prior times exp(nu_i f_i - tau_i f_i^2 / 2)
// of all rows.
func (f *function) evidence() float64 {
	sum := -0.5 * linalg.LogDet(f.post.Chol)
	for i, r := range f.pr.Residual {
		sum += 0.5 * (f.shift[i]*(f.g[i]+f.nu[i]*r) - math.Log1p(f.tau[i]*r))
	}
	return sum
}
