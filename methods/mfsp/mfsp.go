package mfsp

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// Config is MFSp with its options.
type Config struct {
	method.Scaling
	method.Sparse
	method.Prior
	method.Learning
	method.Schedule
	method.Tracing

	Optimiser   string  `option:"optimiser" oneof:"lbfgs|scg" help:"L-BFGS, or scaled conjugate gradients, which the paper takes for MFSp"`
	Prediction  string  `option:"prediction" oneof:"gaussian|monte-carlo" help:"of q(u): the Gaussian with its mean and covariance, or the average over draws of g, (13)"`
	Draws       int     `option:"draws" min:"1" help:"of g, for prediction = monte-carlo"`
	MFTolerance float64 `option:"mf_tolerance" above:"0" help:"q(g) has converged when a step of the inner loop moves no mean of g by more of its standard deviations"`
	Steps       int     `option:"steps" min:"1" help:"largest number of steps of the inner loop for one value of the bound"`
}

// New returns the defaults.
func New() *Config {
	return &Config{
		Scaling: method.Scaling{Standardise: true}, Sparse: method.DefaultSparse(), Prior: method.DefaultPrior(),
		Learning: method.LearnAll(), Schedule: method.Schedule{Iterations: 250},
		Optimiser: "lbfgs", Prediction: "gaussian", Draws: 1000, MFTolerance: 1e-6, Steps: 200,
	}
}

// Fit trains on a binary task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	run, _, err := c.start(task, rec)
	if err != nil {
		return nil, err
	}
	return run.Run(ctx)
}

// start returns the run before its first value, and its inner loop.
func (c *Config) start(task method.Task, rec method.Recorder) (*nested.Fit, *inner, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, nil, err
	}
	prior, err := method.StartPrior(task, c.Sparse, c.Prior, c.Learning, rec)
	if err != nil {
		return nil, nil, err
	}
	x, y := task.Train.ReadAll()
	run := nested.New(x, []*sparse.Prior{prior}, nested.Settings{Learning: c.Learning, Schedule: c.Schedule, Tracing: c.Tracing, Optimiser: c.Optimiser}, rec)
	field := newMeanField(y, run.Group(prior).Projection)
	loop := &inner{cfg: c, prior: prior, field: field, back: newGradient(len(y), prior.M()), stream: task.Stream}
	run.Inner = loop
	return run, loop, nil
}

// inner is the inner loop of a fit: it finds the best q(g).
type inner struct {
	cfg    *Config
	prior  *sparse.Prior
	field  *meanField
	back   *gradient
	stream func(purpose string) *rand.Rand
}

// Converge finds the best a, starting from where it is.
func (l *inner) Converge() error { return l.field.maximise(l.cfg.MFTolerance, l.cfg.Steps) }

// Value returns the bound.
func (l *inner) Value() float64 { return l.field.value }

// Gradient adds the derivatives of the bound.
func (l *inner) Gradient(to sparse.Gradient, g *nested.Group) { l.back.of(to, g.Prior, l.field) }

// State is a.
func (l *inner) State() []float64 { return l.field.a }

// Predictor returns the model. Its draws, if it has any, are the same at every point of a
// fit.
func (l *inner) Predictor() (method.Predictor, error) {
	var means, factor *mat.Dense
	var err error
	if l.cfg.Prediction == "monte-carlo" {
		means, factor = l.field.sampled(l.stream("sampler"), l.cfg.Draws)
	} else if means, factor, err = l.field.gaussian(); err != nil {
		return nil, err
	}
	return sparse.NewMixture(l.prior, means, factor, likelihood.Probit{})
}
