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
	method.Sharing

	Likelihood string  `option:"likelihood" oneof:"softmax|robust-max|logistic-softmax" help:"p(y | f)"`
	LabelNoise float64 `option:"label_noise" above:"0" max:"0.5" help:"epsilon of robust-max: probability that the class is not that of the largest function"`

	TrainingDraws int `option:"training_draws" min:"0" omitzero:"true" help:"draws of the latent values that E log p of softmax and logistic-softmax is the average over; 0 is its integral"`
}

// New returns the defaults.
func New() *Config {
	c := &Config{Options: natgrad.Defaults(), Likelihood: "softmax", LabelNoise: 1e-3}
	c.Iterations, c.Rate, c.Whiten = 3000, "rising", true
	return c
}

// Validate refuses draws of what is an integral.
func (c *Config) Validate() error {
	if c.Likelihood == "robust-max" && c.TrainingDraws > 0 {
		return &method.OptionError{Key: "training_draws", Problem: "the expectation of robust-max is an integral; draws are for softmax and logistic-softmax"}
	}
	return nil
}

// Fit trains on a task of two or more classes.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	f, err := c.start(ctx, task, rec)
	if err != nil {
		return nil, err
	}
	return f.Run(ctx)
}

// start returns the run before its first iteration.
func (c *Config) start(ctx context.Context, task method.Task, rec method.Recorder) (*natgrad.Fit, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, err
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	l, err := c.likelihood(task)
	if err != nil {
		return nil, err
	}
	return natgrad.Start(ctx, &c.Options, natgrad.Method{
		Name: "svi-mgpc", Functions: task.Classes, Sharing: c.Sharing, Likelihood: natgrad.NewExpected(l),
		Predictor: func(p *natgrad.Posterior) (method.Predictor, error) { return p.Model(l) },
	}, task, rec)
}

// likelihood returns that of the options.
func (c *Config) likelihood(task method.Task) (likelihood.Likelihood, error) {
	classes := task.Classes
	if c.Likelihood == "robust-max" {
		return c.robustMax(classes)
	}
	l, err := likelihood.NewSoftmax(c.Likelihood, classes, likelihood.Prediction{Name: "quadrature"})
	if err == nil && c.TrainingDraws > 0 {
		l = l.Sampled(c.TrainingDraws, task.Stream("expectation").Uint64())
	}
	return l, err
}

// robustMax returns the likelihood of that many classes. likelihood.RobustMax draws noisy
// labels from all C classes, the right one among them: more of its labels are noise for the
// same p(y | f), all of them if label_noise is 1 - 1/C.
func (c *Config) robustMax(classes int) (likelihood.Likelihood, error) {
	if most := 1 - 1/float64(classes); c.LabelNoise >= most {
		return nil, &method.OptionError{Key: "label_noise", Problem: fmt.Sprintf("must be less than %.4g with %d classes, got %v: a class drawn at random from all is wrong as often", most, classes, c.LabelNoise)}
	}
	return likelihood.NewRobustMax(classes, c.LabelNoise*float64(classes)/float64(classes-1))
}
