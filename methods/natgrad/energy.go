package natgrad

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// Tilted writes, for rows of classes and Gaussians N(mean, variance) of their latent value, log
// E p(y | f), its derivative by mean and minus the second one.
type Tilted func(value, first, second []float64, class []int, mean, variance []float64)

// eventNoCavity counts rows that a gradient of EP's energy left out because q has less precision
// than their sites.
const eventNoCavity = "site without a cavity"

// energy is EP's energy of one latent function: see the package. It holds space.
type energy struct {
	tilted Tilted

	mean, variance       []float64 // of a_i'v, then of f_i, without the site of row i
	share                []float64 // 1 - precision_i h_i, at least 0; 0: the row is left out
	value, first, second []float64
	g, h, e              []float64 // derivatives by a_i'm, a_i'S a_i and var(f_i | u)
	as                   *mat.Dense
}

// newEnergy returns space for b rows and m inducing inputs.
func newEnergy(tilted Tilted, b, m int) *energy {
	e := &energy{tilted: tilted, as: mat.NewDense(b, m, nil)}
	for _, v := range []*[]float64{&e.mean, &e.variance, &e.share, &e.value, &e.first, &e.second, &e.g, &e.h, &e.e} {
		*v = make([]float64, b)
	}
	return e
}

// cavities works out the cavities of the rows and log Z_i, by A S in as. Rows whose site q does not
// hold, so that there is no cavity, are left out: it returns how many.
func (e *energy) cavities(fn *function, class []int) (skipped int) {
	linalg.Mul(e.as, false, false, 1, fn.pr.A, fn.q.Cov, 0)
	linalg.RowDots(e.variance, e.as, fn.pr.A)
	linalg.MulVec(e.mean, false, 1, fn.pr.A, fn.q.Mean, 0)
	for i, h := range e.variance {
		e.share[i] = 1 - fn.precision[i]*h
		if !(e.share[i] > 0) {
			e.share[i] = 0
			skipped++
			continue
		}
		e.mean[i] = (e.mean[i] - fn.shift[i]*h) / e.share[i]
		e.variance[i] = h/e.share[i] + fn.pr.Residual[i]
	}
	e.tilted(e.value, e.first, e.second, class, e.mean, e.variance)
	return skipped
}

// marginal returns variance and mean of a_i'v with the site of the row, from those without.
func (e *energy) marginal(fn *function, i int) (variance, mean float64) {
	variance = (e.variance[i] - fn.pr.Residual[i]) * e.share[i]
	return variance, e.mean[i]*e.share[i] + fn.shift[i]*variance
}

// addGradient adds the derivatives of the energy by kernel and inducing inputs at fixed sites, those of
// u and those of the rows.
func (e *energy) addGradient(to sparse.Gradient, pull *sparse.Pullback, fn *function, class []int, scale float64) (skipped int) {
	fn.q.Covariance()
	skipped = e.cavities(fn, class)
	for i, share := range e.share {
		if share == 0 {
			e.g[i], e.h[i], e.e[i] = 0, 0, 0
			continue
		}
		_, mu := e.marginal(fn, i)
		first, byVariance := e.first[i], 0.5*(e.first[i]*e.first[i]-e.second[i])
		t := (fn.precision[i]*mu - fn.shift[i]) / share
		e.g[i] = scale * (first/share + t)
		e.h[i] = scale * ((first*t+byVariance/share)/share + 0.5*(fn.precision[i]/share+t*t))
		e.e[i] = scale * byVariance
	}
	pull.Sum(to, fn.prior, fn.pr, e.e, func(parts *sparse.Parts) {
		parts.MovingMarginals(fn.q.Mean, fn.q.Cov, e.as, e.g, e.h)
		parts.Prior(1, fn.q.Mean, fn.q.Cov)
	})
	return skipped
}
