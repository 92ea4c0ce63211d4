package xgpc

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// adaptive is the step size of Ranganath et al. (2013): with running averages
// of the natural gradient g over (eta1, vec eta2) and of its squared length,
// both with memory tau,
//
//	rate = |mean g|^2 / mean |g|^2,   tau <- (1 - rate) tau + 1.
type adaptive struct {
	Tau     float64
	Mean    []float64 // length M + M^2
	Squared float64
}

// add takes in the gradient from q to its targets with the given weight.
func (a *adaptive) add(weight float64, q *natural, eta1 []float64, prec *mat.Dense) {
	m := len(eta1)
	var squared float64
	for i := range m {
		g := eta1[i] - q.eta1[i]
		squared += g * g
		a.Mean[i] += weight * (g - a.Mean[i])
		row, mean, gradient := q.prec.RawRowView(i)[:m], a.Mean[m+i*m:][:m], q.space.RawRowView(0)[:m]
		for j, target := range prec.RawRowView(i)[:m] {
			gradient[j] = -0.5 * (target - row[j])
			mean[j] += weight * (gradient[j] - mean[j])
		}
		squared += linalg.Dot(gradient, gradient)
	}
	a.Squared += weight * (squared - a.Squared)
}

// next takes in a gradient and returns the rate of the step along it.
func (a *adaptive) next(q *natural, eta1 []float64, prec *mat.Dense) float64 {
	a.add(1/a.Tau, q, eta1, prec)
	if a.Squared == 0 {
		return 1
	}
	rate := linalg.Dot(a.Mean, a.Mean) / a.Squared
	a.Tau = (1-rate)*a.Tau + 1
	return rate
}
