package xgpc

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/natgrad"
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
	return c.fit(ctx, task, rec, corrected)
}

// eventIndefinite is a corrected covariance that was not positive definite
// with -delta delta', which is of higher order than the rest and is then
// omitted.
const eventIndefinite = "corrected covariance without its last term"

// correctionRows are the rows that are read at a time.
const correctionRows = 512

// corrected returns the model of the corrected q.
func corrected(p *natgrad.Posterior) (method.Predictor, error) {
	mean, factor, err := correction(p)
	if err != nil {
		return nil, err
	}
	return sparse.NewClassifier(p.Prior[0], mean, factor, likelihood.Logit{})
}

// correction returns mean and factor of the corrected q(v). Cost O(N M^2 + M^3),
// memory 512 M beside matrices of M^2.
func correction(p *natgrad.Posterior) (mean []float64, factor *mat.Dense, err error) {
	q := p.Q[0]
	q.Covariance()
	m := len(q.Mean)
	pull, spread := perturbation(p)
	shift := make([]float64, m)
	linalg.MulVec(shift, false, 1, q.Cov, pull, 0)
	space, cov := mat.NewDense(m, m, nil), mat.DenseCopyOf(q.Cov)
	linalg.Mul(space, false, false, 1, q.Cov, spread, 0)
	linalg.Mul(cov, false, false, 1, space, q.Cov, 1)
	mean, factor = append([]float64(nil), q.Mean...), mat.NewDense(m, m, nil)
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
	p.Rec.Event(eventIndefinite, 1)
	return mean, factor, linalg.Cholesky(factor, cov)
}

// perturbation returns A'w and A'D A over all training rows, with w_i =
// s_i mu_i Var(omega_i) and D_i = (mu_i^2 + s_i) Var(omega_i).
func perturbation(p *natgrad.Posterior) (pull []float64, spread *mat.Dense) {
	prior, q := p.Prior[0], p.Q[0]
	n, d, m := p.Train.Len(), p.Train.Dim(), prior.M()
	pull, spread = make([]float64, m), mat.NewDense(m, m, nil)
	factor := mat.NewDense(m, m, nil)
	q.UpperFactor(factor)
	for from := 0; from < n; from += correctionRows {
		b := min(correctionRows, n-from)
		pr, ac := sparse.NewProjection(b, m, d), mat.NewDense(b, m, nil)
		pos, mean, vars := make([]int, b), make([]float64, b), make([]float64, b)
		for i := range pos {
			pos[i] = from + i
		}
		p.Train.Read(pr.X, nil, pos)
		prior.ProjectTraining(pr, pos)
		linalg.Mul(ac, false, false, 1, pr.A, factor, 0)
		pr.Moments(mean, vars, q.Mean, ac)
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
