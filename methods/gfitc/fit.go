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
	f, _, err := c.start(task, rec)
	if err != nil {
		return nil, err
	}
	return f.Run(ctx)
}

// start returns the run of GFITC before its first value, and its inner loop.
func (c *Config) start(task method.Task, rec method.Recorder) (*nested.Fit, *ep, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, nil, err
	}
	priors, err := method.StartPriors(task, c.Sparse, c.Prior, c.Learning, c.Sharing, task.Classes, rec)
	if err != nil {
		return nil, nil, err
	}
	x, y := task.Train.ReadAll()
	f, e := newFit(x, newArgmax(y, task.Classes), priors, c.settings(c.Sharing), c.Inference, rec)
	e.model = func(mean [][]float64, factor []*mat.Dense) (method.Predictor, error) {
		return sparse.NewMulticlass(priors, mean, factor)
	}
	return f, e, nil
}

// Fit trains EPFitc on a binary task.
func (c *Binary) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	f, _, err := c.start(task, rec)
	if err != nil {
		return nil, err
	}
	return f.Run(ctx)
}

// start returns the run of EPFitc before its first value, and its inner loop.
func (c *Binary) start(task method.Task, rec method.Recorder) (*nested.Fit, *ep, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, nil, err
	}
	prior, err := method.StartPrior(task, c.Sparse, c.Prior, c.Learning, rec)
	if err != nil {
		return nil, nil, err
	}
	x, y := task.Train.ReadAll()
	f, e := newFit(x, newProbit(y), []*sparse.Prior{prior}, c.settings(method.Sharing{}), c.Inference, rec)
	e.model = func(mean [][]float64, factor []*mat.Dense) (method.Predictor, error) {
		return sparse.NewClassifier(prior, mean[0], factor[0], likelihood.Probit{})
	}
	return f, e, nil
}

// settings are what the outer loop has of the options.
func (o *Options) settings(sharing method.Sharing) nested.Settings {
	return nested.Settings{Learning: o.Learning, Schedule: o.Schedule, Sharing: sharing, Tracing: o.Tracing, Optimiser: "lbfgs"}
}

// newFit returns the run on inputs x before its first value, and its inner loop, which
// has no model yet. Latent functions that share everything have the same pointer in
// priors.
func newFit(x *mat.Dense, lik factors, priors []*sparse.Prior, settings nested.Settings, inf Inference, rec method.Recorder) (*nested.Fit, *ep) {
	f := nested.New(x, priors, settings, rec)
	n, _ := x.Dims()
	scratch := mat.NewDense(n, priors[0].M(), nil)
	var fs []*function
	for _, p := range priors {
		fs = append(fs, newFunction(p, f.Group(p).Projection, scratch))
	}
	e := newEP(fs, lik, n, inf, rec.Event)
	e.back = newGradient(n, priors[0].M(), scratch)
	f.Inner = e
	return f, e
}
