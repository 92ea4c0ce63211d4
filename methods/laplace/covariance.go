package laplace

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
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
	// leverages writes w_i times the variance of f_i under N(0, (K^-1 + W)^-1) to dst: the fraction of its precision
	// that is due to row i.
	leverages(dst []float64)
	// gradient adds the derivatives that tr(G dK) has by kernel and inducing inputs for
	// G = 1/2 (a a' + a b' + b a' - E). leverages is called before.
	gradient(to sparse.Gradient, a, b []float64)
	// whitened returns mean and factor of q(v) for f = K a, in the coordinates of package sparse.
	whitened(a []float64) (mean []float64, factor *mat.Dense, err error)
}

// products are those with K and with E = (K + W^-1)^-1.
type products interface {
	// times writes K x to dst.
	times(dst, x []float64)
	// timesE writes E x to dst.
	timesE(dst, x []float64)
}

// solveByE writes (I + W K)^-1 x = x - E K x to dst: (4) and (8). work is space, as long as x.
func solveByE(of products, dst, x, work []float64) {
	of.times(work, x)
	of.timesE(dst, work)
	floats.SubTo(dst, x, dst)
}
