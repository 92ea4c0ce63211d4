package natgrad

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
)

// Expected is a likelihood without auxiliary variables. By the expectation parameters m and
// S + m m' of N(m, S) an expectation E has the gradients dE/dm - 2 dE/dS m and dE/dS, which
// are its natural gradient by the natural parameters (Salimbeni, Eleftheriadis and Hensman,
// Natural gradients in practice, AISTATS 2018, (9)). With g and h the derivatives of
// E_q log p(y | f) by mean and variance of f_k, the site of a row on f_k is therefore
//
//	shift = g - 2 h mean,   precision = -2 h.
//
// A precision is negative where log p is convex on average. It holds space.
type Expected struct {
	likelihood.Likelihood

	mean, variance, g, h *mat.Dense // n x F
}

// NewExpected returns the local step of a likelihood.
func NewExpected(l likelihood.Likelihood) *Expected { return &Expected{Likelihood: l} }

// Local writes shift and precision.
func (e *Expected) Local(shift, precision [][]float64, class []int, mean, variance [][]float64) {
	e.expect(class, mean, variance)
	for i := range class {
		g, h := e.g.RawRowView(i), e.h.RawRowView(i)
		for k := range g {
			shift[k][i] = g[k] - 2*h[k]*mean[k][i]
			precision[k][i] = -2 * h[k]
		}
	}
}

// Bound returns sum_i E_q log p(y_i | f_i).
func (e *Expected) Bound(class []int, mean, variance [][]float64) float64 {
	return e.expect(class, mean, variance)
}

// expect works out the expectations of rows that are given by function.
func (e *Expected) expect(class []int, mean, variance [][]float64) float64 {
	n, f := len(class), len(mean)
	if e.mean == nil || e.mean.RawMatrix().Rows != n {
		for _, m := range []**mat.Dense{&e.mean, &e.variance, &e.g, &e.h} {
			*m = mat.NewDense(n, f, nil)
		}
	}
	for i := range n {
		m, v := e.mean.RawRowView(i), e.variance.RawRowView(i)
		for k := range f {
			m[k], v[k] = mean[k][i], variance[k][i]
		}
	}
	return e.Likelihood.Expectations(e.g, e.h, class, e.mean, e.variance, 1)
}
