package natgrad

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/collapsed"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// Collapsing says how the full batch is fitted.
type Collapsing struct {
	method.HyperPrior
	method.LBFGS

	Collapse bool `option:"collapse" omitzero:"identity" help:"full batch: L-BFGS over kernel and inducing inputs with the optimal q for each, instead of iterations of both; it ends where no derivative is above the tolerance a row (0: 1e-5, for several functions 3e-5, for scmgpc 3e-4); rates then have no effect"`
}

// DefaultCollapsing is a search on the full batch.
func DefaultCollapsing() Collapsing { return Collapsing{LBFGS: method.LongMemory(), Collapse: true} }

// Searches says whether a fit is a search with the optimal q.
func (c Collapsing) Searches(o *Options, task method.Task) bool {
	n := task.Train.Len()
	return c.Collapse && o.Batching.Size(n) == n
}

// Fit trains a method of this package: by a search with the optimal q on the full batch, if the
// options ask for it, otherwise step by step.
func (c Collapsing) Fit(ctx context.Context, o *Options, m Method, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if c.Searches(o, task) {
		return c.search(ctx, o, m, task, rec)
	}
	if c.HyperPrior.Any() {
		return nil, &method.OptionError{Key: c.HyperPrior.Key(), Problem: "it applies to the search on all rows; set collapse = true and batch = 0, or leave it out"}
	}
	f, err := Start(ctx, o, m, task, rec)
	if err != nil {
		return nil, err
	}
	return f.Run(ctx)
}

// search is Fit by package collapsed.
func (c Collapsing) search(ctx context.Context, o *Options, m Method, task method.Task, rec method.Recorder) (method.Predictor, error) {
	rows, ok := m.Likelihood.(collapsed.Expectations)
	if !ok {
		rows = &augmented{Likelihood: m.Likelihood}
	}
	return collapsed.Fit(ctx, task, rec, collapsed.Settings{
		Sparse: o.Sparse, Prior: o.Prior, Learning: o.Learning, Schedule: o.Schedule, Sharing: m.Sharing, HyperPrior: c.HyperPrior, LBFGS: c.LBFGS,
		Functions: m.Functions, Rows: rows, SweepTolerance: m.SweepTolerance, Outer: m.Outer, SeveralOptima: m.SeveralOptima, Implicit: m.Implicit,
		Predictor: func(priors []*sparse.Prior, q []*sparse.Gaussian) (method.Predictor, error) {
			return m.Predictor(&Posterior{Prior: priors, Q: q, Train: task.Train, Rec: rec})
		},
	})
}

// startQ lets q start at the higher of two optima of the bound of all rows: see package collapsed, Several optima.
func (f *Fit) startQ() error {
	f.load(1)
	var groups []*nested.Group
	for _, fn := range f.functions {
		groups = append(groups, &nested.Group{Prior: fn.prior, Projection: fn.pr})
	}
	over := func() bool { return f.options.Expired(f.rec.Elapsed()) }
	q, err := collapsed.Start(&augmented{Likelihood: f.method.Likelihood}, f.class, groups, over)
	for k, of := range q {
		f.functions[k].q.CopyFrom(of)
	}
	return err
}

// augmented is the rows' part of the bound at the best q of their auxiliary variables, which has
// the slopes of the resulting Gaussian: shift - precision mean by the mean, -1/2 precision by the
// variance. It holds space.
type augmented struct {
	Likelihood
	mean, variance, shift, precision [][]float64 // by function and row
}

// Expectations is that of collapsed.Expectations.
func (a *augmented) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	n, functions := mean.Dims()
	if a.mean == nil {
		for _, v := range []*[][]float64{&a.mean, &a.variance, &a.shift, &a.precision} {
			for range functions {
				*v = append(*v, make([]float64, n))
			}
		}
	}
	for k := range functions {
		mat.Col(a.mean[k], k, mean)
		mat.Col(a.variance[k], k, variance)
	}
	a.Local(a.shift, a.precision, y, a.mean, a.variance)
	for k := range functions {
		for i, p := range a.precision[k] {
			dMean.Set(i, k, scale*(a.shift[k][i]-p*a.mean[k][i]))
			dVariance.Set(i, k, -0.5*scale*p)
		}
	}
	return a.Bound(y, a.mean, a.variance)
}
