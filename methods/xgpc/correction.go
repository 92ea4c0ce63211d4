package xgpc

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// Corrected is X-GPC with the perturbative correction of mean and variance at
// prediction: same options, same fit.
type Corrected struct {
	Config
}

// NewCorrected returns the defaults.
func NewCorrected() *Corrected { return &Corrected{Config: *New()} }

// Fit trains on a binary task. The correction takes a pass over all training
// rows at the end, and at every trace.
func (c *Corrected) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	f, err := c.Config.start(task, rec)
	if err != nil {
		return nil, err
	}
	f.corrected = true
	return f.run(ctx)
}

// eventIndefinite is a corrected covariance that was not positive definite
// with -delta delta', which is of higher order than the rest, and does
// without it.
const eventIndefinite = "corrected covariance without its last term"

// correctionRows are the rows that are read at a time.
const correctionRows = 512

// correction returns mean and factor of the corrected q(v). Cost N M^2 + M^3,
// memory 512 M beside matrices of M^2.
func (f *fit) correction() (mean []float64, factor *mat.Dense, err error) {
	m := f.prior.M()
	pull, spread := f.perturbation()
	shift := make([]float64, m)
	linalg.MulVec(shift, false, 1, f.q.cov, pull, 0)
	space, cov := mat.NewDense(m, m, nil), mat.DenseCopyOf(f.q.cov)
	linalg.Mul(space, false, false, 1, f.q.cov, spread, 0)
	linalg.Mul(cov, false, false, 1, space, f.q.cov, 1)
	mean, factor = append([]float64(nil), f.q.mean...), mat.NewDense(m, m, nil)
	for i, d := range shift {
		mean[i] += d
		row := space.RawRowView(i)
		for j, e := range shift {
			row[j] = cov.At(i, j) - d*e
		}
	}
	if linalg.Cholesky(factor, space) == nil {
		return mean, factor, nil
	}
	f.rec.Event(eventIndefinite, 1)
	return mean, factor, linalg.Cholesky(factor, cov)
}

// perturbation returns A'w and A'D A over all training rows, with w_i =
// s_i mu_i Var(omega_i) and D_i = (mu_i^2 + s_i) Var(omega_i). It leaves the
// factor and covariance of q worked out.
func (f *fit) perturbation() (pull []float64, spread *mat.Dense) {
	f.q.invert()
	f.q.covariance()
	n, d, m := f.train.Len(), f.train.Dim(), f.prior.M()
	pull, spread = make([]float64, m), mat.NewDense(m, m, nil)
	for from := 0; from < n; from += correctionRows {
		b := min(correctionRows, n-from)
		pr, ac := sparse.NewProjection(b, m, d), mat.NewDense(b, m, nil)
		pos, mean, vars := make([]int, b), make([]float64, b), make([]float64, b)
		for i := range pos {
			pos[i] = from + i
		}
		f.train.Read(pr.X, nil, pos)
		f.prior.Project(pr)
		linalg.Mul(ac, false, false, 1, pr.A, f.q.factor, 0)
		pr.Moments(mean, vars, f.q.mean, ac)
		w, weights := make([]float64, b), make([]float64, b)
		for i, mu := range mean {
			v := likelihood.PolyaGammaVariance(math.Sqrt(vars[i] + mu*mu))
			s := vars[i] - pr.Residual[i]
			w[i] = s * mu * v
			weights[i] = (mu*mu + s) * v
		}
		linalg.MulVec(pull, true, 1, pr.A, w, 1)
		linalg.WeightedGram(spread, 1, pr.A, weights, 1, ac)
	}
	return pull, spread
}
