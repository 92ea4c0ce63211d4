package variational

import (
	"context"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// Fit trains a model with that likelihood, whose classes are those of the task, and
// returns the predictor that the settings make of it. The errors are those of
// method.StartPriors, a *method.OptionError of settings that do not go together, that of ctx, and
// what ends the training: a checkpoint that cannot be read, a matrix that cannot be decomposed.
func Fit(ctx context.Context, task method.Task, rec method.Recorder, s Settings, lik likelihood.Likelihood) (method.Predictor, error) {
	s, full := s.forRows(task)
	if s.collapses() {
		return fitCollapsed(ctx, task, rec, s, full, lik)
	}
	if s.natural() {
		return fitNatural(ctx, task, rec, s, full, lik)
	}
	f, err := newFit(ctx, task, rec, s, lik)
	if err != nil {
		return nil, err
	}
	if f.searches() {
		err = f.search(ctx)
	} else {
		err = f.ascend(ctx)
	}
	if err != nil {
		return nil, err
	}
	return f.predictor()
}

// forRows returns the settings with the optimiser that the rows decide, and whether a batch is
// all training rows.
func (s Settings) forRows(task method.Task) (Settings, bool) {
	train, _ := s.Split(task)
	full := s.Batching.Size(train.Len()) == train.Len()
	if s.Optimiser == AutoCollapsed && s.HoldsOut() { // which looks at q on its way
		s.Optimiser = AutoNatural
	}
	s.Common = s.resolved(full)
	return s, full
}

// fit is a training run.
type fit struct {
	Settings
	rec          method.Recorder
	layout       layout
	lengthscales []int // among the kernel parameters
	minibatches  *data.Minibatches
	elbo         *elbo
	held         *method.HeldOut // nil unless rows are held out
	frozen       bool            // what is learnt besides q waits for it

	x     []float64 // where the run is
	at    *point    // the same
	grad  []float64 // derivatives there
	slope *point    // the same

	calls method.Calls

	before []float64 // kernel parameters and inducing inputs before they moved
	mean   []float64 // of x over the iterations, if predictions are made there
}

// newFit returns the run before its first iteration, at q(u) = p(u).
func newFit(ctx context.Context, task method.Task, rec method.Recorder, s Settings, lik likelihood.Likelihood) (*fit, error) {
	priors, err := method.StartPriors(ctx, task, s.Sparse, s.Prior, s.Learning, s.Sharing, lik.Functions(), rec)
	if err != nil {
		return nil, err
	}
	train, held := s.Split(task)
	if held != nil {
		for _, prior := range priors {
			prior.Own = false // not every inducing input is a row to train on
		}
	}
	b := s.Batching.Size(train.Len())
	if s.searches() && b < train.Len() {
		return nil, &method.OptionError{Key: "optimiser", Problem: s.Optimiser + " needs the full batch; set batch = 0"}
	}
	if err := s.Validate(); err != nil { // with what "auto" stands for
		return nil, err
	}
	if err := s.checkBounds(priors); err != nil {
		return nil, err
	}
	lay := layout{lik.Functions(), sparse.NewLayout(priors, s.SharesKernel(), s.SharesInducing())}
	f := &fit{
		Settings: s, rec: rec, layout: lay, held: held, calls: method.Calls{Tracing: s.Tracing, Rec: rec},
		minibatches: data.NewMinibatches(train.Len(), b, task.Stream("minibatch")),
		elbo:        newELBO(s, lay, lik, train, b, priors, func(n int) { method.Jitter(rec, n) }),
		x:           make([]float64, lay.size()), grad: make([]float64, lay.size()),
		lengthscales: lay.priors.Lengthscales(priors[0].Kernel),
	}
	f.at, f.slope = lay.newPoint(f.x), lay.newPoint(f.grad)
	f.toPrior(priors)
	return f, nil
}

// toPrior sets the run to the priors and to q(u) = p(u).
func (f *fit) toPrior(priors []*sparse.Prior) {
	for k, prior := range priors {
		prior.Kernel.Params(f.at.thetaOf(k))
		f.at.zOf(k).Copy(prior.Z)
		if !f.Whiten {
			f.at.factor[k].Copy(prior.L)
			continue
		}
		for i := range f.layout.priors.M {
			f.at.factor[k].Set(i, i, 1)
		}
	}
	f.layout.pack(f.x, f.at)
}

// learns says whether iteration t moves kernels or inducing inputs.
func (f *fit) learns(t int) bool { return len(f.Learn) > 0 && t > f.Freeze }

// trace offers the state after iteration t to the recorder.
func (f *fit) trace(t int) error {
	return method.Trace(f.rec, t, func() (float64, error) { return f.elbo.value(f.at) }, f.predictor)
}

// predictor returns the model as it stands, or at the average over the iterations.
func (f *fit) predictor() (method.Predictor, error) {
	if f.mean == nil {
		return f.predictorAt(f.at)
	}
	mean := f.layout.newPoint(f.mean)
	if err := f.elbo.returnTo(mean); err != nil {
		return nil, err
	}
	p, err := f.predictorAt(mean)
	if err != nil {
		return nil, err
	}
	return p, f.elbo.returnTo(f.at)
}

func (f *fit) predictorAt(at *point) (method.Predictor, error) {
	m, err := f.elbo.model(at)
	if err != nil {
		return nil, err
	}
	return f.Predictor(m), nil
}
