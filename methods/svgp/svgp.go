package svgp

import (
	"context"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/variational"
)

// Config is SVGPC with its options.
type Config struct {
	method.Scaling
	variational.Common
	variational.Holdout
	method.Link

	Freeze int `option:"freeze" min:"0" help:"iterations over q alone before kernel and inducing inputs are released"`
}

// New returns the defaults.
func New() *Config {
	c := &Config{
		Scaling: method.Scaling{Standardise: true},
		Common:  variational.DefaultCommon(),
		Holdout: variational.Holdout{Stop: "none", CheckEvery: 50, HoldoutTolerance: 1e-4},
		Link:    method.Link{Likelihood: "probit"},
	}
	c.Whiten, c.Step, c.HyperRate, c.InducingRate = true, 0.01, 0.01, 0.1
	return c
}

// Fit trains on a binary task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, err
	}
	link, err := likelihood.NewLink(c.Likelihood)
	if err != nil {
		return nil, err
	}
	return variational.Fit(ctx, task, rec, variational.Settings{
		Name: "svgp", Common: c.Common, Holdout: c.Holdout, Freeze: c.Freeze,
		Predictor: func(m *sparse.Model) method.Predictor { return &sparse.Classifier{Model: m} },
	}, likelihood.Bernoulli{Link: link})
}
