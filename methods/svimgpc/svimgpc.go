package svimgpc

import (
	"context"
	"fmt"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/method"
	"gpcbench/methods/natgrad"
)

// Config is SVI-MGPC with its options.
type Config struct {
	natgrad.Options
	natgrad.Collapsing
	method.Sharing
	method.ByClocks

	SweepTolerance float64 `option:"sweep_tolerance" min:"0" omitzero:"identity" help:"collapse: q is at its best for a kernel when a sweep would move no site by more than this, precisions in units of 1 / var f, shifts in units of 1 / sd f; 0 is 1e-5"`

	Likelihood string  `option:"likelihood" registry:"multiclass" help:"p(y | f)"`
	LabelNoise float64 `option:"label_noise" above:"0" max:"0.5" help:"epsilon of robust-max: probability that the class is not that of the largest function"`

	TrainingDraws int `option:"training_draws" min:"0" omitzero:"true" help:"draws of the latent values over which E log p of softmax and logistic-softmax is averaged; 0 takes its integral"`
}

// New returns the defaults.
func New() *Config {
	c := &Config{Options: natgrad.Defaults(), Collapsing: natgrad.DefaultCollapsing(), Likelihood: likelihood.NameSoftmax, LabelNoise: 1e-3}
	c.SweepTolerance = 1e-3
	c.Iterations, c.Rate, c.Whiten, c.Clocks = 3000, natgrad.RateRising, true, true
	return c
}

// Validate refuses draws of what is an integral.
func (c *Config) Validate() error {
	if c.TrainingDraws == 0 {
		return nil
	}
	l, err := likelihood.NewMulticlass(c.Likelihood, 2, 0)
	if err != nil {
		return err
	}
	if _, ok := l.(likelihood.Sampling); !ok {
		return &method.OptionError{Key: "training_draws", Problem: fmt.Sprintf("the expectation of %s is always an integral; set training_draws = 0", c.Likelihood)}
	}
	return nil
}

// Fit trains on a task of two or more classes.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	m, err := c.method(task)
	if err != nil {
		return nil, err
	}
	return c.Collapsing.Fit(ctx, &c.Options, m, task, rec)
}

// method is SVI-MGPC as a method of package natgrad.
func (c *Config) method(task method.Task) (natgrad.Method, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return natgrad.Method{}, err
	}
	if err := c.Validate(); err != nil {
		return natgrad.Method{}, err
	}
	l, err := c.likelihood(task)
	if err != nil {
		return natgrad.Method{}, err
	}
	return natgrad.Method{
		Name: "svi-mgpc", Functions: task.Classes, Sharing: c.Sharing, Likelihood: natgrad.NewExpected(l), SweepTolerance: c.SweepTolerance,
		Predictor: func(p *natgrad.Posterior) (method.Predictor, error) { return p.Model(l) },
	}, nil
}

// likelihood returns that of the options.
func (c *Config) likelihood(task method.Task) (likelihood.Likelihood, error) {
	l, err := c.Multiclass(c.Likelihood, task.Classes, c.LabelNoise)
	if err != nil { // name and number of classes have been checked
		return nil, &method.OptionError{Key: "label_noise", Problem: err.Error()}
	}
	if wide, ok := l.(likelihood.Wide); ok && c.Searches(&c.Options, task) {
		l = wide.Unbounded()
	}
	if c.TrainingDraws > 0 {
		l = l.(likelihood.Sampling).Sampled(c.TrainingDraws, task.Stream("expectation").Uint64())
	}
	return l, nil
}
