package laplace

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

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

func (k *fitc) times(dst, x []float64) { timesFITC(k.pr, dst, x, k.inner) }

// timesFITC writes (A A' + diag(r)) x to dst. work has M elements.
func timesFITC(pr *sparse.Projection, dst, x, work []float64) {
	linalg.MulVec(work, true, 1, pr.A, x, 0)
	linalg.MulVec(dst, false, 1, pr.A, work, 0)
	for i, r := range pr.Residual {
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

// solve is y - diag(omega) A P^-1 A'y, y = (I + W diag(r))^-1 x, in which no large numbers cancel, unless steps need not
// be stable.
func (k *fitc) solve(dst, x []float64) {
	if !k.stable {
		solveByE(k, dst, x, k.rest)
		return
	}
	for i, r := range k.pr.Residual {
		dst[i] = x[i] / (1 + k.w[i]*r)
	}
	k.lessRows(dst)
}

// timesE reads x before it works in rest, so that x may be there.
func (k *fitc) timesE(dst, x []float64) {
	for i, o := range k.omega {
		dst[i] = o * x[i]
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

// leverages is omega (r + q / (1 + w r)). Cost N M^2 flops.
func (k *fitc) leverages(dst []float64) {
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
