package kl

import (
	"context"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// Config is KL with its options.
type Config struct {
	method.Scaling
	method.Prior
	method.Learning
	method.Schedule
	method.Tracing
	method.HyperPrior
	method.Ending
	method.Link

	SiteTolerance float64 `option:"site_tolerance" above:"0" help:"sites have converged when none would move by more than this in a sweep: precisions in units of 1 / var f, shifts in units of 1 / sd f"`
	Sweeps        int     `option:"sweeps" min:"1" help:"largest number of sweeps over the sites for one value of the bound"`
}

// New returns the defaults.
func New() *Config {
	return &Config{
		Scaling:       method.Scaling{Standardise: true},
		Prior:         method.DefaultPrior(),
		Learning:      method.Learning{Learn: []string{"kernel"}},
		Schedule:      method.Schedule{Iterations: 250},
		Ending:        method.EndsWithGains(),
		Link:          method.Link{Likelihood: "probit"},
		SiteTolerance: 1e-4, Sweeps: 100,
	}
}

// Validate refuses learning inducing inputs, which it does not have.
func (c *Config) Validate() error { return c.KernelOnly() }

// Fit trains on a binary task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	run, _, err := c.start(ctx, task, rec)
	if err != nil {
		return nil, err
	}
	return run.Run(ctx)
}

// mostRows is a number of training rows beyond which a fit takes more than 20 GB.
const mostRows = 15_000

// start returns the run before its first value, and its inner loop.
func (c *Config) start(ctx context.Context, task method.Task, rec method.Recorder) (*nested.Fit, *inner, error) {
	link, err := likelihood.NewLink(c.Likelihood)
	if err != nil {
		return nil, nil, err
	}
	if err := method.CheckBinary(task); err != nil {
		return nil, nil, err
	}
	search := nested.SettingsOf(c.Learning, c.Schedule, c.Tracing, c.HyperPrior)
	search.Ending = c.Ending
	run, priors, y, err := nested.Full{
		Name: "kl", MostRows: mostRows, Instead: "svgp", Functions: 1, Prior: c.Prior, Settings: search,
	}.Start(ctx, task, rec)
	if err != nil {
		return nil, nil, err
	}
	prior := priors[0]
	in := &inner{newAscent(newPosterior(link, y, prior.Gram), c.SiteTolerance, c.Sweeps, run.Over, rec.Event), prior}
	run.Inner = in
	return run, in, nil
}

// inner is the inner loop as package nested wants it.
type inner struct {
	ascent *ascent
	prior  *sparse.Prior
}

// Converge finds the best q(f).
func (in *inner) Converge() error { return in.ascent.converge() }

// Value returns F.
func (in *inner) Value() float64 { return in.ascent.value }

// Gradient adds the derivatives of F at fixed q(f).
func (in *inner) Gradient(to sparse.Gradient, g *nested.Group, _ int) {
	slope := in.ascent.square
	in.ascent.slope(slope)
	g.Prior.Kernel.GramBack(to.Theta, nil, g.Prior.Z, g.Prior.Gram, slope)
}

// State is the sites.
func (in *inner) State() []float64 { return in.ascent.sites }

// Predictor returns the model.
func (in *inner) Predictor() (method.Predictor, error) {
	p := in.ascent.posterior
	mean, factor, err := in.prior.Whitened(p.alpha, p.lambda)
	if err != nil {
		return nil, err
	}
	return sparse.NewClassifier(in.prior, mean, factor, p.link)
}
