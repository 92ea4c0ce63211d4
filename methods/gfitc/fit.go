package gfitc

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// Fit trains GFITC on a binary or multi-class task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	return c.fit(ctx, task, rec, func(o Options, task method.Task, rec method.Recorder) (*nested.Fit, *ep, error) {
		copied := *c
		copied.Options = o
		return copied.start(ctx, task, rec)
	})
}

// start returns the run of GFITC before its first value, and its inner loop.
func (c *Config) start(ctx context.Context, task method.Task, rec method.Recorder) (*nested.Fit, *ep, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, nil, err
	}
	priors, err := method.StartPriors(ctx, task, c.Sparse, c.Prior, c.Learning, c.Sharing, task.Classes, rec)
	if err != nil {
		return nil, nil, err
	}
	x, y := task.Train.ReadAll()
	f, e := newFit(x, newArgmax(y, task.Classes, c.Alpha.Of()), priors, c.settings(c.Sharing), c.Inference, rec)
	e.model = func(mean [][]float64, factor []*mat.Dense) (method.Predictor, error) {
		return sparse.NewMulticlass(priors, mean, factor)
	}
	return f, e, nil
}

// Fit trains EPFitc on a binary task.
func (c *Binary) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	return c.fit(ctx, task, rec, func(o Options, task method.Task, rec method.Recorder) (*nested.Fit, *ep, error) {
		of := *c
		of.Options = o
		return of.start(ctx, task, rec)
	})
}

// start returns the run of EPFitc before its first value, and its inner loop.
func (c *Binary) start(ctx context.Context, task method.Task, rec method.Recorder) (*nested.Fit, *ep, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, nil, err
	}
	prior, err := method.StartPrior(ctx, task, c.Sparse, c.Prior, c.Learning, rec)
	if err != nil {
		return nil, nil, err
	}
	x, y := task.Train.ReadAll()
	f, e := newFit(x, newProbit(y, c.Alpha.Of()), []*sparse.Prior{prior}, c.settings(method.Sharing{}), c.Inference, rec)
	e.model = probitModel(prior)
	return f, e, nil
}

// Validate refuses learning inducing inputs, which it does not have.
func (c *Full) Validate() error { return c.KernelOnly() }

// Fit trains EP without inducing inputs on a binary task.
func (c *Full) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	f, _, err := c.start(ctx, task, rec)
	if err != nil {
		return nil, err
	}
	return f.Run(ctx)
}

// mostRows is a number of training rows beyond which a fit takes more than 20 GB.
const mostRows = 10_000

// start returns the run of EP without inducing inputs before its first value, and its
// inner loop.
func (c *Full) start(ctx context.Context, task method.Task, rec method.Recorder) (*nested.Fit, *ep, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, nil, err
	}
	search := nested.SettingsOf(c.Learning, c.Schedule, c.Tracing, c.HyperPrior)
	search.Ending = c.ending(task.Train.Len())
	f, priors, y, err := nested.Full{
		Name: "ep-full", MostRows: mostRows, Instead: "ep-fitc", Functions: 1, Prior: c.Prior, Settings: search,
	}.Start(ctx, task, rec)
	if err != nil {
		return nil, nil, err
	}
	prior := priors[0]
	fn := newWhole(prior, c.Alpha.Of())
	e := newEP([]function{fn}, newProbit(y, c.Alpha.Of()), len(y), c.Inference, f.Over, rec.Event)
	e.back = func(to sparse.Gradient, _ *nested.Group, _ int) { fn.gradient(to.Theta) }
	e.model = probitModel(prior)
	f.Inner = e
	return f, e, nil
}

// probitModel makes the model of binary probit.
func probitModel(prior *sparse.Prior) func([][]float64, []*mat.Dense) (method.Predictor, error) {
	return func(mean [][]float64, factor []*mat.Dense) (method.Predictor, error) {
		return sparse.NewClassifier(prior, mean[0], factor[0], likelihood.Probit{})
	}
}

// fit chooses what is learnt, and fits with that. start is the method's with other options.
func (o Options) fit(ctx context.Context, task method.Task, rec method.Recorder, start func(Options, method.Task, method.Recorder) (*nested.Fit, *ep, error)) (method.Predictor, error) {
	is := method.Trial{Learning: o.Learning, Schedule: o.Schedule, Inducing: o.Inducing}
	return o.FitChosen(task, rec, is, func(t method.Trial, task method.Task, rec method.Recorder) (method.Predictor, error) {
		of := o
		t.SetTo(&of.Learning, &of.Schedule, &of.Sparse)
		f, _, err := start(of, task, rec)
		if err != nil {
			return nil, err
		}
		return f.Run(ctx)
	})
}

// settings are the options that the outer loop uses.
func (o *Options) settings(sharing method.Sharing) nested.Settings {
	s := nested.SettingsOf(o.Learning, o.Schedule, o.Tracing, o.HyperPrior)
	s.Sharing, s.LongestStep, s.LBFGS = sharing, o.LongestStep, o.LBFGS
	return s
}

// newFit returns the run on inputs x before its first value, and its inner loop, which
// has no model yet. Latent functions that share everything have the same pointer in
// priors.
func newFit(x *mat.Dense, lik factors, priors []*sparse.Prior, settings nested.Settings, inf Inference, rec method.Recorder) (*nested.Fit, *ep) {
	n, _ := x.Dims()
	settings.Ending = inf.ending(n)
	f := nested.New(x, priors, settings, rec)
	var fs []function
	of := map[*sparse.Prior][]*fitc{}
	for _, p := range priors {
		fn := newFITC(p, f.Group(p).Projection, inf.Alpha.Of())
		fs, of[p] = append(fs, fn), append(of[p], fn)
	}
	e := newEP(fs, lik, n, inf, f.Over, rec.Event)
	var back []*gradient // by worker
	for worker := range e.scratch {
		e.scratch[worker] = mat.NewDense(n, priors[0].M(), nil)
		back = append(back, newGradient(n, priors[0].M(), e.scratch[worker]))
	}
	e.back = func(to sparse.Gradient, g *nested.Group, worker int) { back[worker].add(to, of[g.Prior]) }
	f.Inner = e
	return f, e
}
