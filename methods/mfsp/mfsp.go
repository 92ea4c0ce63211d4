package mfsp

import (
	"context"
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/optim"
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
	method.HyperPrior
	method.LBFGS

	Approximation  string  `option:"approximation" oneof:"mean-field|decoupled" help:"mean-field is MFSp; decoupled is the bound of section 3.2, which the paper abandons"`
	Optimiser      string  `option:"optimiser" oneof:"lbfgs|scg" help:"L-BFGS, or scaled conjugate gradients, which the paper uses for MFSp"`
	Prediction     string  `option:"prediction" oneof:"gaussian|monte-carlo" help:"from a Gaussian q(u) with mean and covariance of the mixture that q(g) makes of it, or from draws of g, (13)"`
	Draws          int     `option:"draws" min:"1" help:"draws of g for monte-carlo"`
	InnerTolerance float64 `option:"inner_tolerance" above:"0" help:"the inner loop has converged when a step moves no mean of g by more than this many of its standard deviations"`
	InnerSteps     int     `option:"inner_steps" min:"1" help:"largest number of steps of the inner loop for one value of the bound"`
}

// New returns the defaults.
func New() *Config {
	return &Config{
		Scaling: method.Scaling{Standardise: true}, Sparse: method.DefaultSparse(), Prior: method.DefaultPrior(),
		Learning: method.LearnAll(), Schedule: method.Schedule{Iterations: 1000}, LBFGS: method.LongMemory(),
		Approximation: "mean-field", Optimiser: optim.LBFGS, Prediction: "gaussian", Draws: 1000, InnerTolerance: 1e-6, InnerSteps: 200,
	}
}

// Validate refuses draws where there is nothing to draw from.
func (c *Config) Validate() error {
	if c.Approximation == "decoupled" && c.Prediction == "monte-carlo" {
		return &method.OptionError{Key: "prediction", Problem: "approximation = \"decoupled\" has no q(g) to draw from; set prediction = \"gaussian\""}
	}
	return nil
}

// Fit trains on a binary task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	run, _, err := c.start(ctx, task, rec)
	if err != nil {
		return nil, err
	}
	return run.Run(ctx)
}

// start returns the run before its first value, and its inner loop.
func (c *Config) start(ctx context.Context, task method.Task, rec method.Recorder) (*nested.Fit, *inner, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, nil, err
	}
	if err := c.Validate(); err != nil {
		return nil, nil, err
	}
	prior, err := method.StartPrior(ctx, task, c.Sparse, c.Prior, c.Learning, rec)
	if err != nil {
		return nil, nil, err
	}
	x, y := task.Train.ReadAll()
	search := nested.SettingsOf(c.Learning, c.Schedule, c.Tracing, c.HyperPrior)
	search.Optimiser, search.LBFGS = c.Optimiser, c.LBFGS
	run := nested.New(x, []*sparse.Prior{prior}, search, rec)
	loop := c.newInner(y, prior, run.Group(prior).Projection, task.Stream, run.Over, rec.Event)
	run.Inner = loop
	return run, loop, nil
}

// variational is a bound with the posterior that belongs to it.
type variational interface {
	objective
	// rows writes the derivatives of the bound by A, N x M, at its maximum.
	rows(dst *mat.Dense)
	// gaussian returns mean, 1 x M, and factor of the covariance of a Gaussian q(v).
	gaussian() (mean, factor *mat.Dense, err error)
}

// inner is the inner loop of a fit.
type inner struct {
	variational
	cfg    *Config
	prior  *sparse.Prior
	stream func(purpose string) *rand.Rand
	over   func() bool // says whether the budget is spent
	event  func(name string, n int)

	pull  *sparse.Pullback
	dA    *mat.Dense // N x M: derivatives of the bound by A
	dRest []float64  // and by the r_n, all -1/2
}

// newInner returns the inner loop for rows of classes y.
func (c *Config) newInner(y []int, prior *sparse.Prior, pr *sparse.Projection, stream func(string) *rand.Rand, over func() bool, event func(string, int)) *inner {
	n, m := pr.A.Dims()
	l := &inner{cfg: c, prior: prior, stream: stream, over: over, event: event, pull: sparse.NewPullback(n, m), dA: mat.NewDense(n, m, nil), dRest: make([]float64, n)}
	for i := range l.dRest {
		l.dRest[i] = -0.5
	}
	if c.Approximation == "decoupled" {
		l.variational = newDecoupled(y, pr)
	} else {
		l.variational = newMeanField(y, pr)
	}
	return l
}

// eventNotConverged is an inner loop that ended before its maximum.
const eventNotConverged = "MFSp not converged"

// Converge finds the best free parameters, starting from where they are.
func (l *inner) Converge() error {
	converged, err := maximise(l, l.cfg.InnerTolerance, l.cfg.InnerSteps, l.over)
	if !converged && (err == nil || errors.Is(err, nested.ErrFar)) {
		l.event(eventNotConverged, 1)
	}
	return err
}

// Value returns the bound.
func (l *inner) Value() float64 { return l.bound() }

// Gradient adds the derivatives of the bound. Cost 3 N M^2 + O(M^3) flops beside those of
// rows, and the kernel's.
func (l *inner) Gradient(to sparse.Gradient, g *nested.Group, _ int) {
	l.rows(l.dA)
	l.pull.Sum(to, g.Prior, g.Projection, l.dRest, func(parts *sparse.Parts) { parts.Rows(l.dA) })
}

// State is the free parameters.
func (l *inner) State() []float64 { return l.free() }

// Predictor returns the model. Draws are the same at every point of a fit.
func (l *inner) Predictor() (method.Predictor, error) {
	if f, ok := l.variational.(*meanField); ok && l.cfg.Prediction == "monte-carlo" {
		means, factor := f.sampled(l.stream("sampler"), l.cfg.Draws)
		return sparse.NewMixture(l.prior, means, factor, likelihood.Probit{})
	}
	mean, factor, err := l.gaussian()
	if err != nil {
		return nil, err
	}
	return sparse.NewMixture(l.prior, mean, factor, likelihood.Probit{})
}
