package laplace

import (
	"context"
	"fmt"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// Inference says how the mode is found.
type Inference struct {
	Likelihood      string  `option:"likelihood" registry:"links" help:"inverse link for two classes; several classes use the softmax"`
	NewtonTolerance float64 `option:"newton_tolerance" above:"0" help:"the mode is found when a step moves no latent value by more than this, in units of the largest of them or of 1"`
	NewtonSteps     int     `option:"newton_steps" min:"1" help:"largest number of steps to the mode for one value of the evidence"`

	ChoosePrediction bool `option:"choose_prediction" omitzero:"identity" help:"predict by the probabilities at the mode if their leave-one-out predictions of training rows are better than those of the expectations; false: expectations"`
}

// Config is Laplace's approximation with the FITC prior, and its options.
type Config struct {
	method.Scaling
	method.Sparse
	method.Prior
	method.Learning
	method.Schedule
	method.Tracing
	method.HyperPrior
	method.Ending
	method.LBFGS
	method.InducingChoice
	method.Sharing `omitzero:"identity"`
	Inference

	StableSteps bool `option:"stable_steps" omitzero:"identity" help:"two classes: Newton's steps are worked out without large numbers that cancel, which end them early where the prior variance is large; false: with these"`
}

// Full is Laplace's approximation without inducing inputs, and its options.
type Full struct {
	method.Scaling
	method.Prior
	method.Learning
	method.Sharing
	method.Schedule
	method.Tracing
	method.HyperPrior
	method.Ending
	method.ByClocks
	Inference
}

// defaultInference is what both have.
var defaultInference = Inference{Likelihood: "logit", NewtonTolerance: 1e-8, NewtonSteps: 200, ChoosePrediction: true}

// New returns the defaults with the FITC prior. Inducing inputs stay where k-means has them, unless
// they are asked for and predict better: see the package documentation.
func New() *Config {
	return &Config{
		Scaling:        method.Scaling{Standardise: true},
		Sparse:         method.DefaultSparse(),
		Prior:          method.DefaultPrior(),
		Learning:       method.Learning{Learn: []string{"kernel"}},
		Schedule:       method.Schedule{Iterations: 250},
		Ending:         method.EndsWithGains(),
		LBFGS:          method.LongMemory(),
		InducingChoice: method.InducingChoice{InducingFolds: method.AutoFolds},
		Sharing:        method.Sharing{Share: []string{"kernel", "inducing"}},
		Inference:      defaultInference,
		StableSteps:    true,
	}
}

// NewFull returns the defaults without inducing inputs.
func NewFull() *Full {
	return &Full{
		Scaling:   method.Scaling{Standardise: true},
		Prior:     method.DefaultPrior(),
		Learning:  method.Learning{Learn: []string{"kernel"}},
		Sharing:   method.Sharing{Share: []string{}},
		Schedule:  method.Schedule{Iterations: 250},
		Ending:    method.EndsWithGains(),
		ByClocks:  method.ByClocks{Clocks: true},
		Inference: defaultInference,
	}
}

// Fit trains on two classes or more.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, err
	}
	is := method.Trial{Learning: c.Learning, Schedule: c.Schedule, Inducing: c.Inducing}
	return c.FitChosen(task, rec, is, func(t method.Trial, task method.Task, rec method.Recorder) (method.Predictor, error) {
		of := *c
		t.SetTo(&of.Learning, &of.Schedule, &of.Sparse)
		run, _, err := of.start(ctx, task, rec)
		if err != nil {
			return nil, err
		}
		return run.Run(ctx)
	})
}

// start returns the run before its first value, and its inner loop.
func (c *Config) start(ctx context.Context, task method.Task, rec method.Recorder) (*nested.Fit, *inner, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, nil, err
	}
	functions := functionsOf(task)
	if err := c.checkCoupled(task, functions); err != nil {
		return nil, nil, err
	}
	priors, err := method.StartPriors(ctx, task, c.Sparse, c.Prior, c.Learning, c.Sharing, functions, rec)
	if err != nil {
		return nil, nil, err
	}
	x, y := task.Train.ReadAll()
	search := nested.SettingsOf(c.Learning, c.Schedule, c.Tracing, c.HyperPrior)
	search.Sharing, search.LBFGS, search.Ending = c.Sharing, c.LBFGS, c.Ending
	run := nested.New(x, priors, search, rec)
	if functions == 1 {
		return c.binary(run, newFITC(priors[0], run.Groups[0].Projection, c.StableSteps), priors[0], y, rec)
	}
	m := newFITCSoftmax(priors, run.Groups, newSoftmaxRows(y, functions, c.ChoosePrediction, method.ByClocks{Clocks: true}), len(c.Learn) > 0)
	in := &inner{newton: c.newton(m, functions*len(y), run.Over, rec), posterior: m}
	run.Inner = in
	return run, in, nil
}

// mostCoupled is the most inducing inputs that several classes may have together: P of (20) has a row for each.
const mostCoupled = 6000

// checkCoupled refuses more inducing inputs of all classes than there is memory for.
func (c *Config) checkCoupled(task method.Task, functions int) error {
	m, err := c.Inducing.Of(task.Train.Len())
	if err != nil || functions == 1 || functions*m <= mostCoupled {
		return err
	}
	return &method.OptionError{Key: "inducing", Problem: fmt.Sprintf(
		"the posterior of %d classes with %d inducing inputs each has matrices of %d rows, and may have %d; set it to %d or less, or use dirichlet",
		functions, m, functions*m, mostCoupled, mostCoupled/functions)}
}

// Validate refuses learning inducing inputs, which it does not have.
func (c *Full) Validate() error { return c.KernelOnly() }

// Fit trains on two classes or more.
func (c *Full) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	run, _, err := c.start(ctx, task, rec)
	if err != nil {
		return nil, err
	}
	return run.Run(ctx)
}

// mostRows is a number of training rows beyond which a fit takes long, and a sparse fit is hardly
// worse.
const mostRows = 4000

// start returns the run before its first value, and its inner loop.
func (c *Full) start(ctx context.Context, task method.Task, rec method.Recorder) (*nested.Fit, *inner, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, nil, err
	}
	functions := functionsOf(task)
	search := nested.SettingsOf(c.Learning, c.Schedule, c.Tracing, c.HyperPrior)
	search.Sharing, search.Ending = c.Sharing, c.Ending
	run, priors, y, err := nested.Full{
		Name: "laplace-full", MostRows: mostRows, Instead: "laplace-fitc", Functions: functions, Prior: c.Prior, Settings: search,
	}.Start(ctx, task, rec)
	if err != nil {
		return nil, nil, err
	}
	if functions == 1 {
		return c.binary(run, newDense(priors[0]), priors[0], y, rec)
	}
	m := newSoftmax(priors, run.Groups, newSoftmaxRows(y, functions, c.ChoosePrediction, c.ByClocks), len(c.Learn) > 0)
	in := &inner{newton: c.newton(m, functions*len(y), run.Over, rec), posterior: m}
	run.Inner = in
	return run, in, nil
}

// functionsOf is the number of latent functions: one for two classes, and one a class for more.
func functionsOf(task method.Task) int {
	if task.Classes == 2 {
		return 1
	}
	return task.Classes
}

// binary gives a run of one latent function its inner loop.
func (o *Inference) binary(run *nested.Fit, k covariance, prior *sparse.Prior, y []int, rec method.Recorder) (*nested.Fit, *inner, error) {
	link, err := likelihood.NewLink(o.Likelihood)
	if err != nil {
		return nil, nil, err
	}
	b := newBinary(link, y, k, prior, o.ChoosePrediction)
	in := &inner{newton: o.newton(b, len(y), run.Over, rec), posterior: b}
	run.Inner = in
	return run, in, nil
}

// newton returns the search for the mode of n latent values.
func (o *Inference) newton(of problem, n int, over func() bool, rec method.Recorder) *newton {
	return newNewton(of, n, o.NewtonTolerance, o.NewtonSteps, over, rec.Event)
}

// posterior is Laplace's approximation at a mode.
type posterior interface {
	// finish computes everything else at the mode f = K a, where the curvature has been
	// factorised.
	finish(a, f []float64) error
	// evidence returns what log q(y) has besides log p(y | f) - 1/2 a'f at the mode: -1/2 log|I + K W|.
	evidence() float64
	// gradient adds the derivatives of log q(y) by kernel and inducing inputs of a group.
	gradient(to sparse.Gradient, g *nested.Group, a []float64)
	// predictor returns the model.
	predictor(a []float64) (method.Predictor, error)
}

// inner is the inner loop as package nested wants it.
type inner struct {
	*newton
	posterior posterior
}

// Converge finds the mode and everything at it.
func (in *inner) Converge() error {
	if err := in.converge(); err != nil {
		return err
	}
	return in.posterior.finish(in.a, in.f)
}

// Value returns log q(y).
func (in *inner) Value() float64 { return in.logPosterior + in.posterior.evidence() }

// Gradient adds its derivatives.
func (in *inner) Gradient(to sparse.Gradient, g *nested.Group, _ int) {
	in.posterior.gradient(to, g, in.a)
}

// State is a = K^-1 f.
func (in *inner) State() []float64 { return in.a }

// Predictor returns the model.
func (in *inner) Predictor() (method.Predictor, error) { return in.posterior.predictor(in.a) }
