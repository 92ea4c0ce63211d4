package collapsed

import (
	"context"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// Settings are a method: its options, its likelihood and its predictor.
type Settings struct {
	method.Sparse
	method.Prior
	method.Learning
	method.Schedule
	method.Sharing
	method.Tracing

	Likelihood likelihood.Likelihood
	Predictor  func(*sparse.Model) method.Predictor
}

// Fit trains on all rows of a task, whose classes are those of the likelihood. The errors are those
// of method.StartPriors and of ctx, and a Kuu at the start that has no decomposition.
func Fit(ctx context.Context, task method.Task, rec method.Recorder, s Settings) (method.Predictor, error) {
	run, err := start(ctx, task, rec, s)
	if err != nil {
		return nil, err
	}
	return run.Run(ctx)
}

// start returns the run before its first value.
func start(ctx context.Context, task method.Task, rec method.Recorder, s Settings) (*nested.Fit, error) {
	priors, err := method.StartPriors(ctx, task, s.Sparse, s.Prior, s.Learning, s.Sharing, s.Likelihood.Functions(), rec)
	if err != nil {
		return nil, err
	}
	x, class := task.Train.ReadAll()
	run := nested.New(x, priors, nested.Settings{Learning: s.Learning, Schedule: s.Schedule, Sharing: s.Sharing, Tracing: s.Tracing, Optimiser: "lbfgs"}, rec)
	var groups []*nested.Group
	for _, p := range priors {
		groups = append(groups, run.Group(p))
	}
	in := &inner{ascent: newAscent(newPosterior(s.Likelihood, class, groups), rec.Event), predictor: s.Predictor}
	for range threads.Workers(len(run.Groups)) {
		in.pulls = append(in.pulls, sparse.NewPullback(len(class), priors[0].M()))
	}
	run.Inner = in
	return run, nil
}

// inner is the inner loop as package nested wants it.
type inner struct {
	ascent    *ascent
	pulls     []*sparse.Pullback // by worker
	predictor func(*sparse.Model) method.Predictor
}

// Converge finds the best q.
func (in *inner) Converge() error { return in.ascent.converge() }

// Value returns the bound.
func (in *inner) Value() float64 { return in.ascent.value }

// Gradient adds the derivatives of the bound at fixed q(v).
func (in *inner) Gradient(to sparse.Gradient, g *nested.Group, worker int) {
	in.ascent.gradient(to, g, in.pulls[worker])
}

// State is the sites.
func (in *inner) State() []float64 { return in.ascent.sites }

// Predictor returns the method's predictor of the model.
func (in *inner) Predictor() (method.Predictor, error) {
	m, err := in.ascent.model()
	if err != nil {
		return nil, err
	}
	return in.predictor(m), nil
}
