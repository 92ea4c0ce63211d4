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
	natgrad.Collapsing
}

// New returns the defaults.
func New() *Config { return &Config{natgrad.Defaults(), natgrad.DefaultCollapsing()} }

// Fit trains on a binary task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	return c.fit(ctx, task, rec, predictor)
}

// fit trains with the given predictor.
func (c *Config) fit(ctx context.Context, task method.Task, rec method.Recorder, predictor func(*natgrad.Posterior) (method.Predictor, error)) (method.Predictor, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, err
	}
	return c.Collapsing.Fit(ctx, &c.Options, ofXGPC(predictor), task, rec)
}

// ofXGPC is X-GPC as a method of package natgrad.
func ofXGPC(predictor func(*natgrad.Posterior) (method.Predictor, error)) natgrad.Method {
	return natgrad.Method{Name: "xgpc", Functions: 1, Likelihood: polyaGamma{}, Predictor: predictor}
}

// predictor returns the model of q.
func predictor(p *natgrad.Posterior) (method.Predictor, error) {
	m, err := p.Model(likelihood.Bernoulli{Link: likelihood.Logit{}})
	if err != nil {
		return nil, err
	}
	return &sparse.Classifier{Model: m}, nil
}
