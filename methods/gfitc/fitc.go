package gfitc

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// fitc is a function with the FITC prior.
type fitc struct {
	prior *sparse.Prior
	pr    *sparse.Projection // of the training rows, one for all functions of a prior
	alpha float64            // the power of EP

	tau, nu []float64 // by row: precision and shift of the sites on f_i, summed

	w, shift []float64        // the same as sites on a_i'v
	post     *sparse.Gaussian // q(v): its precision is B = I + A' diag(w) A
	half     *mat.Dense       // N x M, A R'^-1, R the Cholesky factor of B
	g, q     []float64        // mean and variance of a_i'v
}

// newFITC returns the function of a prior.
func newFITC(prior *sparse.Prior, pr *sparse.Projection, alpha float64) *fitc {
	n, m := pr.A.Dims()
	return &fitc{
		prior: prior, pr: pr, alpha: alpha, tau: make([]float64, n), nu: make([]float64, n),
		w: make([]float64, n), shift: make([]float64, n),
		post: sparse.NewGaussian(m),
		half: mat.NewDense(n, m, nil), g: make([]float64, n), q: make([]float64, n),
	}
}

func (f *fitc) sites() (tau, nu []float64) { return f.tau, f.nu }

// refresh decomposes B, which has a decomposition as long as no precision is negative and
// all numbers are finite. scratch is N x M. Cost 2 N M^2 + M^3/3 flops, before there are
// sites 2 N M.
func (f *fitc) refresh(scratch *mat.Dense) error {
	if nonzero := func(v float64) bool { return v != 0 }; !slices.ContainsFunc(f.tau, nonzero) && !slices.ContainsFunc(f.nu, nonzero) {
		return f.bare()
	}
	for i, r := range f.pr.Residual {
		s := 1 / (1 + f.tau[i]*(f.alpha*r))
		f.w[i] = f.tau[i] * s
		f.shift[i] = f.nu[i] * s
	}
	f.post.AddRows(f.pr.A, f.w, f.shift, 0, scratch)
	f.post.AddPrior()
	if err := f.post.Refresh(); err != nil {
		return err
	}
	f.post.Marginals(f.g, f.q, f.pr.A, f.half)
	return nil
}

// bare is refresh without sites, where EP begins: q(v) = N(0, I).
func (f *fitc) bare() error {
	clear(f.w)
	clear(f.shift)
	clear(f.g)
	f.half.Copy(f.pr.A)
	linalg.RowDots(f.q, f.half, f.half)
	f.post.Clear()
	f.post.AddPrior()
	return f.post.Refresh()
}

// certain is the smallest fraction of the precision of a_i'v without the row's sites
// that can be told from rounding.
const certain = 0x1p-52

func (f *fitc) rowCavities(mean, variance []float64) {
	for i, q := range f.q {
		left := max(1-f.alpha*f.w[i]*q, certain)
		mean[i] = (f.g[i] - q*(f.alpha*f.shift[i])) / left
		variance[i] = f.pr.Residual[i] + q/left
	}
}

func (f *fitc) variances(dst []float64) {
	for i, r := range f.pr.Residual {
		s := 1 / (1 + f.tau[i]*(f.alpha*r))
		dst[i] = r*s + f.q[i]*s*s
	}
}

func (f *fitc) evidence() float64 {
	sum := -0.5 * linalg.LogDet(f.post.Chol)
	for i, r := range f.pr.Residual {
		r *= f.alpha
		sum += 0.5 * (f.shift[i]*(f.g[i]+f.nu[i]*r) - math.Log1p(f.tau[i]*r)/f.alpha)
	}
	return sum
}

func (f *fitc) whitened() ([]float64, *mat.Dense, error) {
	m := f.prior.M()
	c := mat.NewDense(m, m, nil)
	err := f.post.LowerFactor(c)
	return f.post.Mean, c, err
}
