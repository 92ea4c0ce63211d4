package vi

import (
	"context"

	"gpcbench/data"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// Fit trains on a task of two or more classes.
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
	x    []float64 // where we are
	p    *point    // the same
	grad []float64 // derivatives there
	g    *point    // the same

	before []float64 // of x, kernel parameters and inducing inputs before they moved
}

// start returns the run before its first iteration, at q(u) = p(u).
func (c *Config) start(task method.Task, rec method.Recorder) (*fit, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, err
	}
	b := c.Batching.Size(task.Train.Len())
	if c.Optimiser == "lbfgs" && b < task.Train.Len() {
		return nil, &method.OptionError{Key: "optimiser", Problem: "lbfgs needs the full batch; set batch = 0"}
	}
	priors, err := method.StartPriors(task, c.Sparse, c.Prior, c.Sharing, task.Classes, rec)
	if err != nil {
		return nil, err
	}
	lay := layout{task.Classes, sparse.NewLayout(priors, c.Shares("kernel"), c.Shares("inducing"))}
	f := &fit{
		cfg: c, rec: rec, lay: lay,
		deal: data.NewMinibatches(task.Train.Len(), b, task.Stream("minibatch")),
		f:    newBound(c, lay, task.Train, b, priors, func(n int) { method.Jitter(rec, n) }),
		x:    make([]float64, lay.size()), grad: make([]float64, lay.size()),
		before: make([]float64, lay.theta()+lay.z()),
	}
	f.p, f.g = lay.newPoint(f.x), lay.newPoint(f.grad)
	for k, prior := range priors {
		prior.Kernel.Params(f.p.thetaOf(k))
		f.p.zOf(k).Copy(prior.Z)
		if !c.Whiten {
			f.p.factor[k].Copy(prior.L)
			continue
		}
		for i := range lay.priors.M {
			f.p.factor[k].Set(i, i, 1)
		}
	}
	lay.pack(f.x, f.p)
	return f, nil
}

// trace offers the state after iteration t to the recorder.
func (f *fit) trace(t int) error {
	return method.Trace(f.rec, t, func() (float64, error) { return f.f.value(f.p) },
		func() (method.Predictor, error) { return f.predictor() })
}

// predictor returns the model as it stands.
func (f *fit) predictor() (*Model, error) {
	if err := f.f.moveTo(f.p); err != nil {
		return nil, err
	}
	for k := range f.f.priors {
		f.f.setQ(f.p, k)
	}
	return newModel(f.f.priors, f.f.m, f.f.c, f.cfg.Epsilon)
}
