package mlgpf

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// labelSum is the first sum of (20), over all labels or over a sample of them.
type labelSum interface {
	value(slope *parameters, latent marginals, at *parameters, rows *batch, scale float64) float64
}

// marginals are means and variances, a row of the batch each, and the derivatives by them.
type marginals struct{ mean, variance, dMean, dVariance *mat.Dense }

// newMarginals returns space for those of as many functions as there are columns.
func newMarginals(rows, columns int) marginals {
	part := func() *mat.Dense { return mat.NewDense(rows, columns, nil) }
	return marginals{part(), part(), part(), part()}
}

// slice returns those of rows from..to-1 and the first columns, in the same memory.
func (m marginals) slice(from, to, columns int) marginals {
	part := func(a *mat.Dense) *mat.Dense { return a.Slice(from, to, 0, columns).(*mat.Dense) }
	return marginals{part(m.mean), part(m.variance), part(m.dMean), part(m.dVariance)}
}

// elbo is the bound (20) and its derivatives. It holds what one minibatch needs.
type elbo struct {
	kernel covariance // at the parameters of the last call
	labels labelSum
	learns learns
	part   func(f func()) // keeps the time of the divergences
	q      *posterior

	zz     []float64    // their squared norms
	c      *mat.Dense   // K_XZ, b x M
	t      []*mat.Dense // K_XZ (K_Z + Sigma_p)^-1, P times b x M
	latent marginals    // of the latent functions, b x P
	dC     *mat.Dense
	dK     *mat.Dense // its lower triangle
	scaled *mat.Dense // b x M, space
	rowsOf []float64  // length b, space
}

// learns says whether kernel parameters and inducing inputs move. Derivatives by fixed
// parameters are left at zero.
type learns struct{ kernel, inducing bool }

// newELBO returns space for minibatches of b rows.
func newELBO(kernel covariance, labels labelSum, which learns, part func(f func()), m, latents, b int) *elbo {
	e := &elbo{
		kernel: kernel, labels: labels, learns: which, part: part, q: newPosterior(m, latents),
		zz: make([]float64, m), c: mat.NewDense(b, m, nil),
		latent: newMarginals(b, latents),
		dC:     mat.NewDense(b, m, nil), dK: mat.NewDense(m, m, nil), scaled: mat.NewDense(b, m, nil), rowsOf: make([]float64, b),
	}
	for range latents {
		e.t = append(e.t, mat.NewDense(b, m, nil))
	}
	return e
}

// value returns the bound at a point on a batch, whose rows stand for scale times as many,
// and writes its derivatives to slope. The error is that of the decomposition of
// K_Z + Sigma.
func (e *elbo) value(slope, at *parameters, rows *batch, scale float64) (float64, error) {
	slope.clear()
	e.dK.Zero()
	dK := e.dK
	if !e.learns.kernel && !e.learns.inducing {
		dK = nil
	}
	var err error
	var divergence float64
	e.part(func() {
		if err = e.moveTo(at); err == nil {
			divergence = e.q.divergence(at)
			e.q.divergenceBack(slope, dK, at)
		}
	})
	if err != nil {
		return 0, err
	}
	e.marginals(at, rows)
	bound := e.labels.value(slope, e.latent, at, rows, scale) - divergence
	e.marginalsBack(slope, at)
	if dK == nil {
		return bound, nil
	}
	e.crossBack(slope, at, rows)
	e.part(func() { e.gramBack(slope, at) })
	return bound, nil
}

// moveTo takes the kernel, K_Z and q(u) from at.
func (e *elbo) moveTo(at *parameters) error {
	e.kernel = e.kernel.with(at.kernel)
	gramOf(e.q.k, e.zz, e.kernel, at.inducing)
	return e.q.moveTo(at)
}

// gramOf sets k to K_Z and zz to the squared norms of the inducing inputs.
func gramOf(k *mat.Dense, zz []float64, kernel covariance, inducing *mat.Dense) {
	linalg.WeightedGram(k, 1, inducing, nil, 0, nil)
	for j := range zz {
		zz[j] = k.At(j, j)
	}
	kernel.covariances(k, zz, zz)
}

// marginals sets the means and variances of latent, (18) and (19).
func (e *elbo) marginals(at *parameters, rows *batch) {
	rows.rows.Mul(e.c, at.inducing)
	e.kernel.covariances(e.c, rows.norms, e.zz)
	linalg.Mul(e.latent.mean, false, false, 1, e.c, at.mu, 0)
	e.q.variances(e.latent.variance, e.kernel, e.c, rows.norms, func(p int) *mat.Dense { return e.t[p] })
}

// marginalsBack carries the derivatives by latent on to q(u).
func (e *elbo) marginalsBack(slope, at *parameters) {
	linalg.Mul(slope.mu, true, false, 1, e.c, e.latent.dMean, 1)
	dSigma := make([]float64, len(e.zz))
	for p, t := range e.t {
		clear(dSigma)
		for i := range e.rowsOf {
			d := e.latent.dVariance.At(i, p)
			for j, v := range t.RawRowView(i) {
				dSigma[j] += d * v * v
			}
		}
		dXi, sigma := slope.xi.RawRowView(p), e.q.sigma.RawRowView(p)
		for j, v := range dSigma {
			dXi[j] += v * (sigma[j] - leastSigma)
		}
	}
}

// crossBack carries the derivatives by latent on to dK, and through K_XZ and k(x, x) to the kernel and the
// inducing inputs.
func (e *elbo) crossBack(slope, at *parameters, rows *batch) {
	linalg.Mul(e.dC, false, true, 1, e.latent.dMean, at.mu, 0)
	d := e.rowsOf
	for p, t := range e.t {
		for i := range d {
			d[i] = e.latent.dVariance.At(i, p)
		}
		linalg.ScaleRows(e.scaled, d, t)
		linalg.MulLower(e.dK, true, false, 1, t, e.scaled, 1)
		addScaled(e.dC, -2, e.scaled)
	}
	for i, xx := range rows.norms {
		sum := 0.0
		for _, v := range e.latent.dVariance.RawRowView(i) {
			sum += v
		}
		e.kernel.varianceBack(sum, xx, slope.kernel)
	}
	dzz := make([]float64, len(e.zz))
	e.kernel.back(e.dC, e.c, rows.norms, e.zz, nil, dzz, slope.kernel)
	if e.learns.inducing {
		rows.rows.AddTransMul(slope.inducing, e.dC)
		addNorms(slope.inducing, at.inducing, dzz)
	}
}

// gramBack carries dK on to the kernel and the inducing inputs.
func (e *elbo) gramBack(slope, at *parameters) {
	linalg.MirrorLower(e.dK)
	dzz := make([]float64, len(e.zz))
	e.kernel.back(e.dK, e.q.k, e.zz, e.zz, dzz, dzz, slope.kernel)
	for j, v := range dzz {
		e.dK.Set(j, j, e.dK.At(j, j)+v)
	}
	if e.learns.inducing {
		linalg.Mul(slope.inducing, false, false, 2, at.inducing, e.dK, 1) // dK is symmetric
	}
}

// addNorms adds the derivatives of w'|z|^2 by the inducing inputs z, which are columns.
func addNorms(dst, z *mat.Dense, w []float64) {
	d, _ := z.Dims()
	for i := range d {
		row := dst.RawRowView(i)
		for j, v := range z.RawRowView(i) {
			row[j] += 2 * w[j] * v
		}
	}
}
