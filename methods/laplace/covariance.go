package laplace

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// covariance is the prior N(0, K) of the values of a latent function at the training rows, with a
// curvature W = diag(w), and E = (K + W^-1)^-1.
type covariance interface {
	// times writes K x to dst.
	times(dst, x []float64)
	// factorise takes the curvature to w.
	factorise(w []float64) error
	// logDet returns log|I + K W|.
	logDet() float64
	// solve writes (I + W K)^-1 x to dst.
	solve(dst, x []float64)
	// taken writes w_i times the variance of f_i under N(0, (K^-1 + W)^-1) to dst.
	taken(dst []float64)
	// gradient adds the derivatives that tr(G dK) has by kernel and inducing inputs for
	// G = 1/2 (a a' + a b' + b a' - E). taken is called before.
	gradient(to sparse.Gradient, a, b []float64)
	// whitened returns mean and factor of q(v) for f = K a, in the coordinates of package sparse.
	whitened(a []float64) (mean []float64, factor *mat.Dense, err error)
}

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
	for i, ri := range k.root {
		to, from := k.chol.RawRowView(i)[:i+1], k.prior.Gram.RawRowView(i)[:i+1]
		for j, rj := range k.root[:i+1] {
			to[j] = ri * from[j] * rj
		}
		to[i]++
	}
	return linalg.Cholesky(k.chol, k.chol)
}

func (k *dense) logDet() float64 { return linalg.LogDet(k.chol) }

// solve is x - E K x.
func (k *dense) solve(dst, x []float64) {
	k.times(k.work, x)
	k.timesE(dst, k.work)
	floats.SubTo(dst, x, dst)
}

// timesE writes E x to dst.
func (k *dense) timesE(dst, x []float64) {
	for i, r := range k.root {
		dst[i] = r * x[i]
	}
	linalg.SolveVec(k.chol, dst)
	linalg.SolveVecT(k.chol, dst)
	for i, r := range k.root {
		dst[i] *= r
	}
}

// taken is 1 - [B^-1]_ii. Cost 2/3 N^3 flops.
func (k *dense) taken(dst []float64) {
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

// whitened: with K = L L' the mean is L'a and the precision I + L'W L. Cost 7/3 N^3 flops.
func (k *dense) whitened(a []float64) ([]float64, *mat.Dense, error) {
	n := len(a)
	mean, factor := make([]float64, n), mat.NewDense(n, n, nil)
	linalg.WeightedGram(factor, 1, k.prior.L, k.w, 0, mat.NewDense(n, n, nil))
	for i := range n {
		factor.Set(i, i, factor.At(i, i)+1)
	}
	linalg.MulVec(mean, true, 1, k.prior.L, a, 0)
	return mean, factor, linalg.InverseFactor(factor, factor)
}

// fitc is the FITC covariance A A' + diag(r). With omega = w / (1 + w r) and P = I + A' diag(omega) A,
// E = diag(omega) - diag(omega) A P^-1 A' diag(omega).
type fitc struct {
	prior  *sparse.Prior
	pr     *sparse.Projection
	stable bool // no large numbers cancel in solve
	w      []float64
	omega  []float64
	post   *sparse.Gaussian // its precision is P
	half   *mat.Dense       // N x M, A R'^-1, P = R R'
	q      []float64        // a_i'P^-1 a_i

	pull         *sparse.Pullback
	rest         []float64
	inner, outer []float64 // of M
}

// newFITC returns the covariance of a prior with the projection of the training rows on it.
func newFITC(prior *sparse.Prior, pr *sparse.Projection, stable bool) *fitc {
	n, m := pr.A.Dims()
	k := &fitc{prior: prior, pr: pr, stable: stable, post: sparse.NewGaussian(m), half: mat.NewDense(n, m, nil), pull: sparse.NewPullback(n, m), inner: make([]float64, m), outer: make([]float64, m)}
	for _, v := range []*[]float64{&k.w, &k.omega, &k.q, &k.rest} {
		*v = make([]float64, n)
	}
	return k
}

func (k *fitc) times(dst, x []float64) {
	linalg.MulVec(k.inner, true, 1, k.pr.A, x, 0)
	linalg.MulVec(dst, false, 1, k.pr.A, k.inner, 0)
	for i, r := range k.pr.Residual {
		dst[i] += r * x[i]
	}
}

// factorise costs N M^2 + M^3/3 flops.
func (k *fitc) factorise(w []float64) error {
	copy(k.w, w)
	for i, r := range k.pr.Residual {
		k.omega[i] = w[i] / (1 + w[i]*r)
	}
	linalg.WeightedGram(k.post.Precision, 1, k.pr.A, k.omega, 0, k.half)
	k.post.AddPrior()
	return linalg.Cholesky(k.post.Chol, k.post.Precision)
}

func (k *fitc) logDet() float64 {
	sum := linalg.LogDet(k.post.Chol)
	for i, r := range k.pr.Residual {
		sum += math.Log1p(k.w[i] * r)
	}
	return sum
}

// solve is y - diag(omega) A P^-1 A'y, y = (I + W diag(r))^-1 x, in which no large numbers cancel. Unless steps are to be
// stable it is x - E K x.
func (k *fitc) solve(dst, x []float64) {
	if !k.stable {
		k.times(dst, x)
		for i, o := range k.omega {
			dst[i] *= o
		}
		k.lessRows(dst)
		floats.SubTo(dst, x, dst)
		return
	}
	for i, r := range k.pr.Residual {
		dst[i] = x[i] / (1 + k.w[i]*r)
	}
	k.lessRows(dst)
}

// lessRows takes diag(omega) A P^-1 A'x from x.
func (k *fitc) lessRows(x []float64) {
	linalg.MulVec(k.inner, true, 1, k.pr.A, x, 0)
	linalg.SolveVec(k.post.Chol, k.inner)
	linalg.SolveVecT(k.post.Chol, k.inner)
	linalg.MulVec(k.rest, false, 1, k.pr.A, k.inner, 0)
	for i, o := range k.omega {
		x[i] -= o * k.rest[i]
	}
}

// taken is omega (r + q / (1 + w r)). Cost N M^2 flops.
func (k *fitc) taken(dst []float64) {
	k.half.Copy(k.pr.A)
	linalg.SolveRightT(k.half, k.post.Chol)
	linalg.RowDots(k.q, k.half, k.half)
	for i, r := range k.pr.Residual {
		dst[i] = k.omega[i] * (r + k.q[i]/(1+k.w[i]*r))
	}
}

// gradient: dF/dA = 2 G A = a (A'(a + b))' + b (A'a)' - diag(omega) A P^-1 and dF/dr_i = G_ii. Cost
// 4 N M^2 flops.
func (k *fitc) gradient(to sparse.Gradient, a, b []float64) {
	rows := k.half
	linalg.SolveRight(rows, k.post.Chol)
	for i, ai := range a {
		k.rest[i] = ai + b[i]
	}
	linalg.MulVec(k.inner, true, 1, k.pr.A, k.rest, 0)
	linalg.MulVec(k.outer, true, 1, k.pr.A, a, 0)
	for i, o := range k.omega {
		row, ai, bi := rows.RawRowView(i), a[i], b[i]
		for j, v := range row {
			row[j] = ai*k.inner[j] + bi*k.outer[j] - o*v
		}
		k.rest[i] = 0.5*(ai*ai-o+o*o*k.q[i]) + ai*bi
	}
	k.pull.Sum(to, k.prior, k.pr, k.rest, func(p *sparse.Parts) { p.Rows(rows) })
}

// whitened: the mean is A'a and the precision P.
func (k *fitc) whitened(a []float64) ([]float64, *mat.Dense, error) {
	m := k.prior.M()
	mean, factor := make([]float64, m), mat.NewDense(m, m, nil)
	linalg.MulVec(mean, true, 1, k.pr.A, a, 0)
	return mean, factor, k.post.LowerFactor(factor)
}
