package xgpc

import (
	"context"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/natgrad"
)

// Config is X-GPC with its options.
type Config struct {
	natgrad.Options
}

// New returns the defaults.
func New() *Config { return &Config{natgrad.Defaults()} }

// Fit trains on a binary task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	f, err := c.start(ctx, task, rec, predictor)
	if err != nil {
		return nil, err
	}
	return f.Run(ctx)
}

// start returns the run before its first iteration.
func (c *Config) start(ctx context.Context, task method.Task, rec method.Recorder, predictor func(*natgrad.Posterior) (method.Predictor, error)) (*natgrad.Fit, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, err
	}
	return natgrad.Start(ctx, &c.Options, natgrad.Method{
		Name: "xgpc", Functions: 1, Likelihood: polyaGamma{}, Predictor: predictor,
	}, task, rec)
}

// predictor returns the model of q.
func predictor(p *natgrad.Posterior) (method.Predictor, error) {
	m, err := p.Model(likelihood.Bernoulli{Link: likelihood.Logit{}})
	if err != nil {
		return nil, err
	}
	return &sparse.Classifier{Model: m}, nil
}
