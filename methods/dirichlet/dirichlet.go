package dirichlet

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// Options are those with inducing inputs and without.
type Options struct {
	method.Scaling
	method.Prior
	method.Learning
	method.Sharing
	method.Schedule
	method.Tracing
	method.LBFGS
	method.ByClocks

	AlphaEpsilon float64 `option:"alpha_epsilon" min:"0" help:"Dirichlet parameter of the classes that a row does not belong to; 0 chooses it on held-out training rows"`
}

// Config is the method with inducing inputs, and its options.
type Config struct {
	Options
	method.Sparse
}

// Full is the method without inducing inputs, and its options.
type Full struct{ Options }

// New returns the defaults of the method with inducing inputs, whose search takes more iterations.
func New() *Config {
	c := &Config{Options: defaults(method.LearnAll(), "kernel", "inducing"), Sparse: method.DefaultSparse()}
	c.Iterations, c.LBFGS = 1000, method.LongMemory()
	return c
}

// NewFull returns the defaults of the method without inducing inputs.
func NewFull() *Full {
	return &Full{defaults(method.Learning{Learn: []string{"kernel"}}, "kernel")}
}

func defaults(learn method.Learning, share ...string) Options {
	return Options{
		Scaling:  method.Scaling{Standardise: true},
		Prior:    method.DefaultPrior(),
		Learning: learn,
		Sharing:  method.Sharing{Share: share},
		Schedule: method.Schedule{Iterations: 250},
		ByClocks: method.ByClocks{Clocks: true},
	}
}

// Fit trains on two classes or more.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	run, err := c.start(ctx, task, rec)
	if err != nil {
		return nil, err
	}
	return run.Run(ctx)
}

// start returns the run before its first value.
func (c *Config) start(ctx context.Context, task method.Task, rec method.Recorder) (*nested.Fit, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, err
	}
	alpha, err := c.alpha(ctx, task, rec, func(alpha float64, train, held int) method.Classifier {
		trial := *c
		trial.AlphaEpsilon, trial.Iterations, trial.BudgetSeconds = alpha, min(c.Iterations, trialIterations), c.OfChoice(len(alphas))
		trial.Inducing = ofTrial(c.Inducing, train, held)
		return &trial
	})
	if err != nil {
		return nil, err
	}
	return c.run(ctx, task, rec, alpha, c.Sparse, func(r *regression) nested.Inner { return newTitsias(r) })
}

// ofTrial is the number of inducing inputs of a trial fit, which trains on train rows and holds
// held rows out: M of train + held rows, at most train.
func ofTrial(inducing method.Count, train, held int) method.Count {
	if inducing.All() {
		return inducing
	}
	m, _ := inducing.AtMost(train + held).Of(train + held) // which are no fewer
	return method.Inputs(min(m, train))
}

// Validate refuses learning inducing inputs, which it does not have.
func (c *Full) Validate() error { return c.KernelOnly() }

// Fit trains on two classes or more.
func (c *Full) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	run, err := c.start(ctx, task, rec)
	if err != nil {
		return nil, err
	}
	return run.Run(ctx)
}

// mostRows is a number of training rows beyond which a fit takes more than 10 GB.
const mostRows = 10_000

// start returns the run before its first value.
func (c *Full) start(ctx context.Context, task method.Task, rec method.Recorder) (*nested.Fit, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, err
	}
	if err := c.KernelOnly(); err != nil {
		return nil, err
	}
	if err := method.CheckFull(task, "dirichlet-full", mostRows, "dirichlet"); err != nil {
		return nil, err
	}
	alpha, err := c.alpha(ctx, task, rec, func(alpha float64, _, _ int) method.Classifier {
		trial := *c
		trial.AlphaEpsilon, trial.Iterations, trial.BudgetSeconds = alpha, min(c.Iterations, trialIterations), c.OfChoice(len(alphas))
		return &trial
	})
	if err != nil {
		return nil, err
	}
	return c.run(ctx, task, rec, alpha, method.Sparse{Inducing: method.AllInputs()}, func(r *regression) nested.Inner { return newExact(r) })
}

// run returns the run before its first value for an alpha_epsilon that is chosen.
func (o *Options) run(ctx context.Context, task method.Task, rec method.Recorder, alpha float64, at method.Sparse, inner func(*regression) nested.Inner) (*nested.Fit, error) {
	search := nested.SettingsOf(o.Learning, o.Schedule, o.Tracing, method.HyperPrior{})
	search.LBFGS = o.LBFGS
	var priors []*sparse.Prior
	var err error
	if at.Inducing.All() && !o.LearnsInducing() {
		priors, search.Sharing, err = method.StartAtRows(ctx, task, at, o.Prior, o.Learning, o.Sharing, task.Classes, rec)
	} else {
		search.Sharing = o.Sharing
		priors, err = method.StartPriors(ctx, task, at, o.Prior, o.Learning, o.Sharing, task.Classes, rec)
	}
	if err != nil {
		return nil, err
	}
	x, y := task.Train.ReadAll()
	f := nested.New(x, priors, search, rec)
	f.Inner = inner(newRegression(newTargets(y, task.Classes, alpha), priors, f, o.ByClocks))
	return f, nil
}

// regression is what the regressions of all classes have, with inducing inputs or without.
type regression struct {
	*targets
	priors []*sparse.Prior // by class
	groups []*group

	predict method.ByClocks
}

// group is the classes of one prior.
type group struct {
	*nested.Group
	classes []int
}

// newRegression returns the regressions of a run.
func newRegression(t *targets, priors []*sparse.Prior, f *nested.Fit, predict method.ByClocks) *regression {
	r := &regression{targets: t, priors: priors, predict: predict}
	for _, g := range f.Groups {
		of := &group{Group: g}
		for c, p := range priors {
			if p == g.Prior {
				of.classes = append(of.classes, c)
			}
		}
		r.groups = append(r.groups, of)
	}
	return r
}

// index returns where a group of the run is here.
func (r *regression) index(g *nested.Group) (at int) {
	for r.groups[at].Group != g {
		at++
	}
	return at
}

// State is empty: nothing is searched for.
func (r *regression) State() []float64 { return nil }

// gather writes the rows of a at positions to the first rows of dst.
func gather(dst, a *mat.Dense, positions []int) {
	for i, at := range positions {
		copy(dst.RawRowView(i), a.RawRowView(at))
	}
}

// part returns rows [from, to) of a, the same memory.
func part(a *mat.Dense, from, to int) *mat.Dense {
	_, c := a.Dims()
	return a.Slice(from, to, 0, c).(*mat.Dense)
}
