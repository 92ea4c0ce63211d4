package svgp

import (
	"context"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// Fit trains on a binary task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	f, err := c.start(task, rec)
	if err != nil {
		return nil, err
	}
	if c.Optimiser == "lbfgs" {
		err = f.ascend(ctx)
	} else {
		err = f.walk(ctx)
	}
	if err != nil {
		return nil, err
	}
	return f.predictor()
}

// fit is a training run.
type fit struct {
	cfg  *Config
	rec  method.Recorder
	lay  layout
	deal *data.Minibatches
	f    *bound
	p    *point    // where we are
	x    []float64 // the same as a vector
	grad []float64 // derivatives there
	held *holdout  // nil unless rows are held out

	before []float64 // of x, kernel parameters and inducing inputs before they moved
}

// start returns the run before its first iteration, at q(u) = p(u).
func (c *Config) start(task method.Task, rec method.Recorder) (*fit, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, err
	}
	link, err := likelihood.New(c.Likelihood)
	if err != nil {
		return nil, err
	}
	prior, err := method.StartPrior(task, c.Sparse, c.Prior, rec)
	if err != nil {
		return nil, err
	}
	k, m, d := prior.Kernel, prior.M(), task.Train.Dim()
	train, held := task.Train, (*holdout)(nil)
	if c.Stop == "holdout" {
		train, held = split(task)
	}
	b := c.Batching.Size(train.Len())
	if c.Optimiser == "lbfgs" && b < train.Len() {
		return nil, &method.OptionError{Key: "optimiser", Problem: "lbfgs needs the full batch; set batch = 0"}
	}
	f := &fit{
		cfg: c, rec: rec, lay: layout{m, d, k.NumParams()},
		deal: data.NewMinibatches(train.Len(), b, task.Stream("minibatch")),
		f:    newBound(c, train, b, link, prior, func(n int) { method.Jitter(rec, n) }),
		p:    newPoint(m, d, k.NumParams()), held: held,
	}
	k.Params(f.p.theta)
	f.p.z.Copy(prior.Z)
	f.p.factor.Copy(prior.L)
	if c.Whiten {
		f.p.factor.Zero()
		for i := range m {
			f.p.factor.Set(i, i, 1)
		}
	}
	f.x, f.grad = make([]float64, f.lay.size()), make([]float64, f.lay.size())
	f.before = make([]float64, f.lay.size()-f.lay.q())
	f.lay.pack(f.x, f.p)
	return f, nil
}

// learns says whether iteration t moves kernel or inducing inputs.
func (f *fit) learns(t int) bool { return len(f.cfg.Learn) > 0 && t > f.cfg.Freeze }

// trace offers the state after iteration t to the recorder.
func (f *fit) trace(t int) error {
	return method.Trace(f.rec, t, func() (float64, error) { return f.f.value(f.p) },
		func() (method.Predictor, error) { return f.predictor() })
}

// predictor returns the model as it stands.
func (f *fit) predictor() (*sparse.Classifier, error) {
	mean, factor, err := f.f.whitened(f.p)
	if err != nil {
		return nil, err
	}
	return sparse.NewClassifier(f.f.prior, mean, factor, f.cfg.Likelihood)
}

// watch looks at the held-out rows after iteration t, if it is time.
func (f *fit) watch(t int) error {
	if f.held == nil || t%f.cfg.CheckEvery != 0 {
		return nil
	}
	var err error
	f.rec.OffClock(func() {
		var p *sparse.Classifier
		if p, err = f.predictor(); err == nil {
			f.held.check(p)
		}
	})
	return err
}

// settled says whether the held-out rows end the fit.
func (f *fit) settled() bool {
	return f.held != nil && f.held.settled(f.cfg.HoldoutTolerance)
}
