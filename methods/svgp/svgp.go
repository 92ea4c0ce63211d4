package svgp

import (
	"context"
	"fmt"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/variational"
)

// Config is SVGPC with its options.
type Config struct {
	method.Scaling
	variational.Common
	method.Holdout
	method.Link

	Freeze    int  `option:"freeze" min:"0" help:"iterations over q alone before kernel and inducing inputs are released"`
	Decoupled bool `option:"decoupled" omitzero:"true" help:"maximise the looser bound of hensman2015 section 3.2, which takes the likelihood at the mean of f; for probit"`
}

// New returns the defaults.
func New() *Config {
	c := &Config{
		Scaling: method.Scaling{Standardise: true},
		Common:  variational.DefaultCommon(),
		Holdout: method.Holdout{Stop: "none", CheckEvery: 50, HoldoutTolerance: 1e-4},
		Link:    method.Link{Likelihood: "probit"},
	}
	c.Optimiser = "auto-natural"
	c.Whiten, c.Step, c.HyperRate, c.InducingRate = true, 0.01, 0.01, 0.1
	return c
}

// Validate refuses the bound of one likelihood with another, and what the optimiser cannot do.
func (c *Config) Validate() error {
	link, err := likelihood.NewLink(c.Link.Likelihood)
	if err != nil {
		return err
	}
	if _, probit := link.(likelihood.Probit); c.Decoupled && !probit {
		return &method.OptionError{Key: "decoupled", Problem: fmt.Sprintf("the bound is that of the likelihood probit, and it is %s; set likelihood = \"probit\"", c.Link.Likelihood)}
	}
	return c.Common.Validate()
}

// Fit trains on a binary task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, err
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	lik, err := c.likelihood()
	if err != nil {
		return nil, err
	}
	return variational.Fit(ctx, task, rec, variational.Settings{
		Name: "svgp", Common: c.Common, Holdout: c.Holdout, Freeze: c.Freeze,
		Predictor: func(m *sparse.Model) method.Predictor { return &sparse.Classifier{Model: m} },
	}, lik)
}

// likelihood returns the likelihood whose bound is maximised.
func (c *Config) likelihood() (likelihood.Likelihood, error) {
	if c.Decoupled {
		return newDecoupled(), nil
	}
	link, err := likelihood.NewLink(c.Link.Likelihood)
	return likelihood.Bernoulli{Link: link}, err
}
