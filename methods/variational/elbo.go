package variational

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/threads"
)

// elbo evaluates the bound and its derivatives on a batch of rows. All matrices are
// space that is used again.
type elbo struct {
	layout     layout
	likelihood likelihood.Likelihood
	whiten     bool
	fixed      sparse.Fixed // what is held fixed while a kernel moves
	shared     bool         // several functions, one prior
	train      *data.Examples
	scale      float64 // N / b

	priors []*sparse.Prior // by function
	theta  [][]float64     // by function: the kernel parameters that priors were worked out for

	rows        []int // positions of the batch in train
	class       []int
	projections []*sparse.Projection // by function, of the same rows
	mean        *mat.Dense           // b x F
	variance    *mat.Dense           // b x F
	dMean       *mat.Dense           // of scale times the expectations, b x F
	dVariance   *mat.Dense           // of the same, b x F
	divergence  []float64            // KL(q(v) || p(v)), by function
	m           [][]float64          // of q(v), by function
	c           []*mat.Dense         // of q(v), by function
	functions   []sparse.Function    // of m and c, with columns of dMean and dVariance
	work        []work               // by worker of threads.Do over functions

	onJitter func(growths int)
}

// work is space for what one function needs at a time.
type work struct {
	mean, variance []float64 // a column of each
	pullback       *sparse.Pullback
}

// newELBO returns the bound for batches of b of the rows of train; the priors are those
// of the functions, which it keeps, in shares as the layout says.
func newELBO(s Settings, lay layout, lik likelihood.Likelihood, train *data.Examples, b int, priors []*sparse.Prior, onJitter func(int)) *elbo {
	m, functions := lay.priors.M, lay.functions
	e := &elbo{
		layout: lay, likelihood: lik, whiten: s.Whiten, fixed: sparse.QU,
		shared: functions > 1 && lay.priors.Kernels == 1 && lay.priors.Inputs == 1,
		train:  train, scale: float64(train.Len()) / float64(b), priors: priors,
		rows: make([]int, b), class: make([]int, b),
		mean: mat.NewDense(b, functions, nil), variance: mat.NewDense(b, functions, nil),
		dMean: mat.NewDense(b, functions, nil), dVariance: mat.NewDense(b, functions, nil),
		divergence: make([]float64, functions),
		onJitter:   onJitter,
	}
	for range threads.Workers(functions) {
		e.work = append(e.work, work{make([]float64, b), make([]float64, b), sparse.NewPullback(b, m)})
	}
	if s.Whiten {
		e.fixed = sparse.QV
	}
	for k, prior := range priors {
		theta := make([]float64, lay.priors.P)
		prior.Kernel.Params(theta)
		e.theta = append(e.theta, theta)
		e.projections = append(e.projections, e.newProjection(k))
		e.m = append(e.m, make([]float64, m))
		e.c = append(e.c, mat.NewDense(m, m, nil))
		e.functions = append(e.functions, sparse.Function{
			Mean: e.m[k], Factor: e.c[k], AFactor: mat.NewDense(b, m, nil), G: make([]float64, b), H: make([]float64, b),
		})
	}
	return e
}

// newProjection returns space for function k's projection. The rows are the same for
// all functions; with one prior all of it is.
func (e *elbo) newProjection(k int) *sparse.Projection {
	if e.alias(k) {
		return e.projections[0]
	}
	pr := sparse.NewProjection(len(e.rows), e.layout.priors.M, e.layout.priors.D)
	if k > 0 {
		pr.X = e.projections[0].X
	}
	return pr
}

// alias says whether the prior and projection of function k are those of function 0.
func (e *elbo) alias(k int) bool { return e.shared && k > 0 }

// load reads the rows of minibatch t, counted from 0.
func (e *elbo) load(minibatches *data.Minibatches, t int) {
	minibatches.At(e.rows, t)
	e.train.Read(e.projections[0].X, e.class, e.rows)
}

// moveTo works out the priors at p's kernel parameters and inducing inputs, those that
// are not there already.
func (e *elbo) moveTo(p *point) error {
	growths, errs := make([]int, len(e.priors)), make([]error, len(e.priors))
	threads.Do(len(e.priors), func(_, k int) { growths[k], errs[k] = e.movePrior(p, k) })
	for k, n := range growths {
		e.onJitter(n)
		if errs[k] != nil {
			return errs[k]
		}
	}
	return nil
}

// movePrior is moveTo for the prior of function k. It returns how often jitter grew.
func (e *elbo) movePrior(p *point, k int) (growths int, err error) {
	prior, theta, z := e.priors[k], p.thetaOf(k), p.zOf(k)
	if e.alias(k) || slices.Equal(theta, e.theta[k]) && mat.Equal(z, prior.Z) {
		return 0, nil
	}
	copy(e.theta[k], theta)
	prior.Z.Copy(z)
	growths, err = prior.Set(prior.Kernel.With(theta))
	if err != nil {
		e.theta[k][0] = math.NaN() // the prior is that of no point
	}
	return growths, err
}

// returnTo is moveTo to a point of the fit before its interruption, where the jitter
// was counted already.
func (e *elbo) returnTo(p *point) error {
	onJitter := e.onJitter
	defer func() { e.onJitter = onJitter }()
	e.onJitter = func(int) {}
	return e.moveTo(p)
}

// value returns the bound at p for the rows that were read. The error is of the
// decomposition of a function's Kuu.
func (e *elbo) value(p *point) (float64, error) {
	if err := e.moveTo(p); err != nil {
		return 0, err
	}
	return e.evaluate(p), nil
}

// evaluate is value where the priors are those of p already.
func (e *elbo) evaluate(p *point) float64 {
	if e.shared {
		e.priors[0].ProjectTraining(e.projections[0], e.rows)
	}
	threads.Do(len(e.priors), func(worker, k int) {
		e.whitened(p, k)
		e.divergence[k] = sparse.Divergence(e.m[k], e.c[k])
		if !e.shared {
			e.priors[k].ProjectTraining(e.projections[k], e.rows)
		}
		e.marginals(k, e.work[worker])
	})
	divergence := 0.0
	for _, d := range e.divergence {
		divergence += d
	}
	expected := e.likelihood.Expectations(e.dMean, e.dVariance, e.class, e.mean, e.variance, e.scale)
	return e.scale*expected - divergence
}

// whitened writes q(v) of function k at p to e.m and e.c.
func (e *elbo) whitened(p *point, k int) {
	copy(e.m[k], p.mean[k])
	e.c[k].Copy(p.factor[k])
	if !e.whiten {
		e.priors[k].Whiten(e.m[k], e.c[k])
	}
}

// marginals writes the moments of q(f^k) at the rows to column k of mean and variance.
func (e *elbo) marginals(k int, w work) {
	pr := e.projections[k]
	ac := e.functions[k].AFactor
	linalg.MulFactor(ac, pr.A, e.c[k])
	pr.Moments(w.mean, w.variance, e.m[k], ac)
	e.mean.SetCol(k, w.mean)
	e.variance.SetCol(k, w.variance)
}

// gradient writes the derivatives at the point of the last value to grad: of means and
// factors, and with kernel those of kernel parameters and inducing inputs.
func (e *elbo) gradient(grad *point, kernel bool) {
	if kernel {
		for _, theta := range grad.theta {
			clear(theta)
		}
		threads.Do(len(grad.z), func(_, k int) { grad.z[k].Zero() })
	}
	function := func(worker, k int) {
		f := e.functions[k]
		mat.Col(f.G, k, e.dMean)
		mat.Col(f.H, k, e.dVariance)
		to := sparse.Gradient{Mean: grad.mean[k], Factor: grad.factor[k]}
		if kernel && !e.shared {
			to.Theta, to.Z = grad.thetaOf(k), grad.zOf(k)
		}
		e.work[worker].pullback.Function(to, e.priors[k], e.projections[k], f, e.fixed)
	}
	if n := len(e.functions); !kernel || e.shared || len(grad.theta) == n && len(grad.z) == n {
		threads.Do(n, function)
	} else {
		for k := range n { // one after the other: they add to the same
			function(0, k)
		}
	}
	if kernel && e.shared {
		to := sparse.Gradient{Theta: grad.theta[0], Z: grad.z[0]}
		e.work[0].pullback.Shared(to, e.priors[0], e.projections[0], e.functions, e.fixed)
	}
}

// model returns the model at p.
func (e *elbo) model(p *point) (*sparse.Model, error) {
	if err := e.moveTo(p); err != nil {
		return nil, err
	}
	lik := e.likelihood
	if l, ok := lik.(learnt); ok {
		e.evaluate(p)
		lik = l.Fixed()
	}
	for k := range e.priors {
		e.whitened(p, k)
	}
	return sparse.NewModel(e.priors, e.m, e.c, lik)
}

// learnt is a likelihood with parameters that are chosen whenever expectations are computed.
type learnt interface {
	likelihood.Likelihood
	// Fixed returns the likelihood as it was chosen last.
	Fixed() likelihood.Likelihood
}
