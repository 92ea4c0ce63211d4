package mlgpf

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// covariance is a kernel of inner products and squared norms.
type covariance interface {
	// params returns the logarithms of the parameters that are learnt.
	params() []float64
	// with returns the kernel with other ones.
	with(params []float64) covariance
	// covariances replaces the inner products g of rows and columns by covariances. xx and zz are
	// the squared norms of rows and columns.
	covariances(g *mat.Dense, xx, zz []float64)
	// back replaces the derivatives w by covariances k by those by inner products, and
	// adds those by squared norms of columns, and of rows if dxx is not nil, and by
	// params.
	back(w, k *mat.Dense, xx, zz, dxx, dzz, dParams []float64)
	// variance returns k(x, x) of a row of squared norm xx.
	variance(xx float64) float64
	// varianceBack adds the derivatives of w k(x, x) by params.
	varianceBack(w, xx float64, dParams []float64)
}

// newCovariance returns the kernel of that name.
func newCovariance(name string, variance, lengthscale float64) covariance {
	if name == "linear" {
		return linear{variance}
	}
	return squaredExponential{variance, lengthscale}
}

// linear is k(x, z) = v x'z.
type linear struct{ v float64 }

func (linear) params() []float64            { return nil }
func (k linear) with([]float64) covariance  { return k }
func (k linear) variance(x float64) float64 { return k.v * x }

func (k linear) covariances(g *mat.Dense, _, _ []float64) {
	if k.v != 1 {
		g.Scale(k.v, g)
	}
}

func (k linear) back(w, _ *mat.Dense, _, _, _, _, _ []float64) {
	if k.v != 1 {
		w.Scale(k.v, w)
	}
}

func (linear) varianceBack(_, _ float64, _ []float64) {}

// squaredExponential is k(x, z) = v exp(-(|x|^2 + |z|^2 - 2 x'z) / (2 l^2)), (26).
type squaredExponential struct{ v, l float64 }

func (k squaredExponential) params() []float64 { return []float64{math.Log(k.v), math.Log(k.l)} }

func (k squaredExponential) with(p []float64) covariance {
	return squaredExponential{math.Exp(p[0]), math.Exp(p[1])}
}

func (k squaredExponential) variance(float64) float64 { return k.v }

func (k squaredExponential) varianceBack(w, _ float64, dParams []float64) { dParams[0] += w * k.v }

func (k squaredExponential) covariances(g *mat.Dense, xx, zz []float64) {
	half := 0.5 / (k.l * k.l)
	for i, x := range xx {
		row := g.RawRowView(i)
		for j, inner := range row {
			row[j] = -half * max(x+zz[j]-2*inner, 0)
		}
		engine.Exp(row, row)
		for j := range row {
			row[j] *= k.v
		}
	}
}

func (k squaredExponential) back(w, cov *mat.Dense, xx, _, dxx, dzz, dParams []float64) {
	perSquare := 1 / (k.l * k.l)
	logs := make([]float64, len(dzz))
	for i := range xx {
		row, covs := w.RawRowView(i), cov.RawRowView(i)
		for j, c := range covs {
			logs[j] = max(c/k.v, math.SmallestNonzeroFloat64) // far away a covariance is 0, and so is what is multiplied by its logarithm
		}
		engine.Log(logs, logs)
		sum := 0.0
		for j, c := range covs {
			e := row[j] * c
			dParams[0] += e
			dParams[1] -= 2 * e * logs[j] // |x - z|^2 / l^2 = -2 log(k/v)
			e *= perSquare
			row[j] = e
			dzz[j] -= 0.5 * e
			sum += e
		}
		if dxx != nil {
			dxx[i] -= 0.5 * sum
		}
	}
}
