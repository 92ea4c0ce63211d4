package mlgpf

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/linalg/threads"
)

// naturalStep takes natural gradients of q(u): see the package. It holds space by worker of
// threads.Do over latent functions.
type naturalStep struct {
	before bool       // mu moves with Sigma as it was before the step
	k      *mat.Dense // Cholesky factor of K_Z
	work   []naturalWork
	ready  []error
}

// naturalWork is space for one latent function.
type naturalWork struct {
	fisher, factor *mat.Dense // M x M: S o S, then K_Z + Sigma, and the factor of what is solved with
	gradient       []float64  // by lambda, then that into the inverse of fisher
	lambda         []float64  // then the next Sigma
	mean           []float64  // gradient by the mean of u
	step           []float64  // of mu
}

// newNaturalStep returns space for the P functions of c with M inducing inputs.
func newNaturalStep(c *Config, m int) *naturalStep {
	n := &naturalStep{before: !c.LimitSteps, k: mat.NewDense(m, m, nil), ready: make([]error, c.Latents)}
	for range threads.Workers(c.Latents) {
		n.work = append(n.work, naturalWork{
			fisher: mat.NewDense(m, m, nil), factor: mat.NewDense(m, m, nil),
			gradient: make([]float64, m), lambda: make([]float64, m), mean: make([]float64, m), step: make([]float64, m),
		})
	}
	return n
}

const (
	// Natural steps are (1 + t)^-ratePower long in iteration t, at least leastRate, because Phi and the
	// inducing inputs go on moving; and fullRate on the full batch. See naturalRate.
	ratePower = 0.7
	leastRate = 0.05
	fullRate  = 0.5

	// damped is what is added to the Fisher information of lambda, as a part of its diagonal: inducing
	// inputs close to each other share what they explain, and without it rounding would decide which of
	// them does.
	damped = 1e-2
	// shrink and grow bound what a step makes of an element of Sigma.
	shrink, grow = 0.2, 5
	// widest is the largest element of Sigma, in units of the prior variance there.
	widest = 1e6
)

// naturalRate returns the length of the natural step of iteration t, counted from 1.
func (c *Config) naturalRate(t int, full bool) float64 {
	rate := max(leastRate, math.Pow(1+float64(t), -ratePower))
	if full {
		rate = fullRate
	}
	if c.LimitSteps {
		rate = min(rate, 1/float64(c.Latents))
	}
	return rate
}

// step moves mu and Sigma of all latent functions by rate along the natural gradient of the bound on the
// last minibatch, with derivatives in slope. It returns how often the jitter of K_Z grew; the error is
// that K_Z has no Cholesky factor, or that numbers are not finite.
func (n *naturalStep) step(e *elbo, slope, at *parameters, rate float64) (growths int, err error) {
	if growths, err = linalg.JitterCholesky(n.k, e.q.k); err != nil {
		return growths, err
	}
	threads.Do(len(e.t), func(worker, p int) { n.ready[p] = n.stepFunction(n.work[worker], e, slope, at, p, rate) })
	return growths, threads.First(n.ready)
}

// stepFunction is step for one latent function. It moves both parts or none.
func (n *naturalStep) stepFunction(w naturalWork, e *elbo, slope, at *parameters, p int, rate float64) error {
	mat.Col(w.mean, p, slope.mu)
	linalg.SolveVec(n.k, w.mean)
	linalg.SolveVecT(n.k, w.mean)
	next, err := n.covariance(w, e, p, rate)
	if err != nil {
		return err
	}
	if n.before {
		for j, s := range e.q.sigma.RawRowView(p) {
			w.mean[j] *= s
		}
		clear(w.step)
		linalg.MulVec(w.step, false, rate, e.q.b[p], w.mean, 0)
	} else if err := w.after(e.q.k, next, rate); err != nil {
		return err
	}
	xi := at.xi.RawRowView(p)
	for j, d := range w.step {
		at.mu.Set(j, p, at.mu.At(j, p)+d)
		xi[j] = math.Log(max(next[j]-leastSigma, leastSigma*leastSigma))
	}
	return nil
}

// after sets step to rate B Sigma mean with the next Sigma.
func (w *naturalWork) after(k *mat.Dense, next []float64, rate float64) error {
	addDiagonal(w.fisher, k, next)
	for j, s := range next {
		w.step[j] = rate * s * w.mean[j]
	}
	if err := linalg.Cholesky(w.factor, w.fisher); err != nil {
		return err
	}
	linalg.SolveVec(w.factor, w.step)
	linalg.SolveVecT(w.factor, w.step)
	return nil
}

// covariance returns the next Sigma of a latent function, in space that it keeps.
func (n *naturalStep) covariance(w naturalWork, e *elbo, p int, rate float64) ([]float64, error) {
	sigma, b, t := e.q.sigma.RawRowView(p), e.q.b[p], e.t[p]
	for j, s := range sigma {
		row, values := w.fisher.RawRowView(j), b.RawRowView(j)
		for i, si := range sigma {
			v := -s * values[i] * si
			row[i] = v * v
		}
		v := s * (1 - values[j]*s)
		row[j] = v * v
		w.lambda[j] = 1 / s
	}
	linalg.MulVec(w.gradient, false, 0.5, w.fisher, w.lambda, 0)
	for i := range e.rowsOf {
		d := e.latent.dVariance.At(i, p)
		for j, v := range t.RawRowView(i) {
			v *= sigma[j]
			w.gradient[j] += d * v * v
		}
	}
	for j := range sigma {
		w.fisher.Set(j, j, (1+damped)*w.fisher.At(j, j))
	}
	if _, err := linalg.JitterCholesky(w.factor, w.fisher); err != nil {
		return nil, err
	}
	linalg.SolveVec(w.factor, w.gradient)
	linalg.SolveVecT(w.factor, w.gradient)
	for j, s := range sigma {
		lambda := w.lambda[j] - 2*rate*w.gradient[j]
		next := grow * s
		if lambda > 0 {
			next = min(max(1/lambda, shrink*s), grow*s)
		}
		w.lambda[j] = min(next, widest*e.q.k.At(j, j))
	}
	return w.lambda, nil
}
