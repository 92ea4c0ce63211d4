package laplace

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// dense is the covariance of a kernel at the training rows. With W^1/2 K W^1/2 + I = B = R R',
// E = W^1/2 B^-1 W^1/2.
type dense struct {
	prior   *sparse.Prior
	w, root []float64
	chol    *mat.Dense // R
	inverse *mat.Dense // B^-1, then space
	work    []float64
}

// newDense returns the covariance of a prior at the training rows.
func newDense(prior *sparse.Prior) *dense {
	n := prior.M()
	k := &dense{prior: prior, chol: mat.NewDense(n, n, nil), inverse: mat.NewDense(n, n, nil)}
	for _, v := range []*[]float64{&k.w, &k.root, &k.work} {
		*v = make([]float64, n)
	}
	return k
}

func (k *dense) times(dst, x []float64) { linalg.MulVec(dst, false, 1, k.prior.Gram, x, 0) }

// factorise costs N^3/3 flops.
func (k *dense) factorise(w []float64) error {
	copy(k.w, w)
	for i, v := range w {
		k.root[i] = math.Sqrt(v)
	}
	return linalg.ScaledCholesky(k.chol, k.prior.Gram, k.root)
}

func (k *dense) logDet() float64 { return linalg.LogDet(k.chol) }

func (k *dense) solve(dst, x []float64) { solveByE(k, dst, x, k.work) }

func (k *dense) timesE(dst, x []float64) {
	copy(dst, x)
	linalg.SolveScaled(k.chol, k.root, dst)
}

// leverages is 1 - [B^-1]_ii. Cost 2/3 N^3 flops.
func (k *dense) leverages(dst []float64) {
	linalg.Inverse(k.inverse, k.chol)
	for i := range dst {
		dst[i] = max(0, 1-k.inverse.At(i, i))
	}
}

// gradient costs that of the kernel, 4 N^2 D flops.
func (k *dense) gradient(to sparse.Gradient, a, b []float64) {
	for i, ri := range k.root {
		row, ai, bi := k.inverse.RawRowView(i), a[i], b[i]
		for j, rj := range k.root[:len(row)] {
			row[j] = 0.5 * (ai*(a[j]+b[j]) + bi*a[j] - ri*row[j]*rj)
		}
	}
	k.prior.Kernel.GramBack(to.Theta, nil, k.prior.Z, k.prior.Gram, k.inverse)
}

func (k *dense) whitened(a []float64) ([]float64, *mat.Dense, error) { return k.prior.Whitened(a, k.w) }
