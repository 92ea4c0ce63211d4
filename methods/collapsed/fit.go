package collapsed

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// Expectations are the rows' terms of the bound. Every likelihood of package likelihood has them.
type Expectations interface {
	// Expectations returns the sum over rows of E log p(y_i | f_i), or of what bounds it, and writes
	// the derivatives of scale times that by means and variances, all n x F.
	Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64
}

// Settings are a method: its options, its likelihood and its predictor.
type Settings struct {
	method.Sparse
	method.Prior
	method.Learning
	method.Schedule
	method.Sharing
	method.Tracing

	method.HyperPrior
	method.LBFGS

	Functions int // F
	Rows      Expectations
	// SweepTolerance is the largest move of sites that have converged for a search, 0 for 1e-5. With Outer it has no
	// effect.
	SweepTolerance float64
	// Outer are the expectations of the bound that is maximised over kernels and inducing inputs, at
	// the q that is best by Rows; nil: those of Rows.
	Outer Expectations
	// Implicit says that the derivatives of q are found by implicit differentiation if there is Outer.
	Implicit bool
	// SeveralOptima says that the bound of Rows has several optima by q, so that q has two starts where the prior is
	// wide.
	SeveralOptima bool
	// Predictor returns the predictor for q(v_k) under the prior of every
	// function.
	Predictor func(priors []*sparse.Prior, q []*sparse.Gaussian) (method.Predictor, error)
}

// Fit trains on all rows of a task, whose classes are those that Rows has. The errors are those
// of method.StartPriors and of ctx, and a Kuu at the start that has no decomposition.
func Fit(ctx context.Context, task method.Task, rec method.Recorder, s Settings) (method.Predictor, error) {
	run, err := start(ctx, task, rec, s)
	if err != nil {
		return nil, err
	}
	return run.Run(ctx)
}

// flat, flatOfSeveral and flatOfOuter are the largest derivative, divided by N, at which a search of
// one and of several functions, and one up an outer bound, ends unless the tolerance says otherwise.
const (
	flat          = 1e-5
	flatOfSeveral = 3e-5
	flatOfOuter   = 3e-4
)

// endsAt returns the largest derivative, divided by N, at which a search from kernel k on inputs x ends. From a level it
// is 0: as long as there is progress.
func (s Settings) endsAt(k kernel.Kernel, x *mat.Dense) float64 {
	switch {
	case s.Tolerance > 0:
		return s.Tolerance
	case s.LearnsKernel() && method.Faint(k, x):
		return 0
	case s.Outer != nil:
		return flatOfOuter
	case s.Functions > 1:
		return flatOfSeveral
	}
	return flat
}

// apart is by how much all kernel parameters of the second of two functions differ at the start.
const apart = 1e-3

// tellApart moves a kernel a little. If rows depend only on the difference of two functions, these
// have the same gradient wherever their kernels are the same. A search then stays among such
// kernels until rounding tells the functions apart, and the order of columns would decide which of
// them takes over. In a bound with auxiliary variables, rows depend on each function separately.
func tellApart(p *sparse.Prior) error {
	theta := make([]float64, p.Kernel.NumParams())
	p.Kernel.Params(theta)
	for i := range theta {
		theta[i] += apart
	}
	moved, _, err := sparse.NewPrior(p.Kernel.With(theta), p.Z)
	if err != nil {
		return err
	}
	moved.Own = p.Own
	*p = *moved
	return nil
}

// start returns the run before its first value.
func start(ctx context.Context, task method.Task, rec method.Recorder, s Settings) (*nested.Fit, error) {
	priors, err := method.StartPriors(ctx, task, s.Sparse, s.Prior, s.Learning, s.Sharing, s.Functions, rec)
	if err != nil {
		return nil, err
	}
	if s.Functions == 2 && s.Outer == nil && s.LearnsKernel() && !s.SharesKernel() {
		if err := tellApart(priors[1]); err != nil {
			return nil, err
		}
	}
	x, class := task.Train.ReadAll()
	s.Tolerance = s.endsAt(priors[0].Kernel, x)
	search := nested.SettingsOf(s.Learning, s.Schedule, s.Tracing, s.HyperPrior)
	search.Sharing, search.LBFGS = s.Sharing, s.LBFGS
	run := nested.New(x, priors, search, rec)
	var groups []*nested.Group
	for _, p := range priors {
		groups = append(groups, run.Group(p))
	}
	var pulls []*sparse.Pullback
	for range threads.Workers(len(run.Groups)) {
		pulls = append(pulls, sparse.NewPullback(len(class), priors[0].M()))
	}
	in := &inner{pulls: pulls, predictor: s.Predictor}
	if s.Outer != nil {
		run.Inner = newOuter(in, s, class, groups, run.Over, rec)
	} else {
		in.ascent = newAscent(newPosterior(s.Rows, class, groups, make([]float64, sitesOf(len(class), s.Functions))), run.Over, rec.Event)
		if s.SweepTolerance > 0 {
			in.ascent.tolerance, in.rough = s.SweepTolerance, s.SweepTolerance > converged
		}
		run.Inner = in
	}
	if s.SeveralOptima && isWide(groups) {
		seek(run.Inner, len(class))
	}
	return run, nil
}

// inner is the inner loop in the form that package nested needs.
type inner struct {
	ascent    *ascent
	rough     bool               // the sites of a search have not converged to a model's
	pulls     []*sparse.Pullback // by worker
	predictor func([]*sparse.Prior, []*sparse.Gaussian) (method.Predictor, error)
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
	if a := in.ascent; in.rough && !a.over() {
		kept, tolerance := slices.Clone(a.sites), a.tolerance
		defer func() { // the search goes on as if nobody had asked
			copy(a.sites, kept)
			a.tolerance = tolerance
		}()
		a.tolerance, a.found = converged, false // there is no other point to leave for
		if err := a.converge(); err != nil {
			return nil, err
		}
	}
	var priors []*sparse.Prior
	var q []*sparse.Gaussian
	for _, f := range in.ascent.functions {
		priors, q = append(priors, f.group.Prior), append(q, f.q)
	}
	return in.predictor(priors, q)
}
