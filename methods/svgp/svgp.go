package svgp

import (
	"context"
	"fmt"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/natgrad"
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
	EPEnergy  bool `option:"ep_energy" omitzero:"true" help:"natural with probit: kernel and inducing inputs climb EP's energy at the sites of q instead of the bound (Li, John and Solin 2023)"`
}

// New returns the defaults.
func New() *Config {
	c := &Config{
		Scaling: method.Scaling{Standardise: true},
		Common:  variational.DefaultCommon(),
		Holdout: method.Holdout{Stop: method.StopNone, CheckEvery: 50, HoldoutTolerance: 1e-4},
		Link:    method.Link{Likelihood: "probit"},
	}
	c.Optimiser = variational.AutoCollapsed
	c.Whiten, c.Step, c.HyperRate, c.InducingRate = true, 0.01, 0.01, 0.1
	return c
}

// Validate refuses the objectives of one likelihood with another, and what the optimiser cannot do.
func (c *Config) Validate() error {
	link, err := likelihood.NewLink(c.Link.Likelihood)
	if err != nil {
		return err
	}
	_, probit := link.(likelihood.Probit)
	if c.Decoupled && !probit {
		return &method.OptionError{Key: "decoupled", Problem: fmt.Sprintf("this bound is for the likelihood probit, not %s; set likelihood = \"probit\"", c.Link.Likelihood)}
	}
	if c.EPEnergy && (!probit || c.Decoupled) {
		return &method.OptionError{Key: "ep_energy", Problem: "it applies to the likelihood probit, without decoupled; set likelihood = \"probit\""}
	}
	if c.EPEnergy && c.Optimiser != variational.Natural {
		return &method.OptionError{Key: "ep_energy", Problem: fmt.Sprintf("it applies to natural gradients, and the optimiser is %s; set optimiser = \"natural\"", c.Optimiser)}
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
	var tilted natgrad.Tilted
	if c.EPEnergy {
		tilted = tiltedProbit
	}
	common := c.Common
	if c.Decoupled && common.Optimiser == variational.AutoCollapsed { // its sites would lag: no slope by variances
		common.Optimiser = variational.AutoNatural
	}
	return variational.Fit(ctx, task, rec, variational.Settings{
		Name: "svgp", Common: common, Holdout: c.Holdout, Freeze: c.Freeze, Tilted: tilted,
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
