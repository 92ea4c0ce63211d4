package scmgpc

import (
	"context"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/method"
	"gpcbench/methods/natgrad"
)

// Config is SC-MGPC with its options.
type Config struct {
	natgrad.Options
	natgrad.Collapsing
	method.Sharing

	Update     string `option:"update" oneof:"derived|paper|joint" help:"gamma as derived, as printed in (6) and (12) of galyfajou2018, or from a q that is joint over lambda and the counts n"`
	Average    string `option:"average" oneof:"natural|moments" help:"what a step averages: natural parameters of q(u), or mean and covariance, as printed in algorithms 1 and 2"`
	Rounds     int    `option:"local_rounds" omitzero:"true" min:"0" help:"number of rounds of (6) and (7) of galyfajou2018 in a local step, from random gamma; 0 goes to their fixed point"`
	Implicit   bool   `option:"implicit" omitzero:"identity" help:"in a search on the bound without augmentations, with at most 500 rows and 20 an inducing input: derivatives of q by implicit differentiation; false: from two more inner loops"`
	ClassBatch int    `option:"class_batch" omitzero:"true" min:"0" help:"number of classes drawn for each minibatch, which updates only their functions (algorithm 2), at least 2; 0, or at least the number of classes, is all"`
	Prediction string `option:"prediction" registry:"predictions" help:"how class probabilities are worked out"`
	Draws      int    `option:"draws" min:"1" help:"draws of the latent values for monte-carlo"`
}

// New returns the defaults. The tolerance is a number of its own: 0 is the 3e-4 of records.
func New() *Config {
	c := &Config{Options: natgrad.Defaults(), Collapsing: natgrad.DefaultCollapsing(), Update: updateJoint, Implicit: true, Average: "natural", Prediction: "quadrature", Draws: 1000}
	c.Tolerance = 2e-5
	return c
}

// Validate refuses an estimate from one class, and rounds of an update in closed form.
func (c *Config) Validate() error {
	if c.Rounds > 0 && c.Update == updateJoint {
		return &method.OptionError{Key: "local_rounds", Problem: "update = \"joint\" is in closed form; leave local_rounds out"}
	}
	if c.ClassBatch == 1 {
		return &method.OptionError{Key: "class_batch", Problem: "alpha is estimated from at least 2 classes; set 2 or more, or 0 for all"}
	}
	return nil
}

// Fit trains on a task of two or more classes.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	m, err := c.method(task, rec)
	if err != nil {
		return nil, err
	}
	collapsing := c.Collapsing
	collapsing.Collapse = c.Collapse && c.Update == updateJoint && (c.ClassBatch == 0 || c.ClassBatch >= task.Classes)
	return collapsing.Fit(ctx, &c.Options, m, task, rec)
}

// method is SC-MGPC as a method of package natgrad.
func (c *Config) method(task method.Task, rec method.Recorder) (natgrad.Method, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return natgrad.Method{}, err
	}
	if err := c.Validate(); err != nil {
		return natgrad.Method{}, err
	}
	predict := likelihood.Prediction{Name: c.Prediction, Draws: c.Draws, Seed: task.Stream("prediction").Uint64() >> 11}
	l, err := likelihood.NewSoftmax(likelihood.NameLogisticSoftmax, task.Classes, predict)
	if err != nil {
		return natgrad.Method{}, err
	}
	a := newAugmented(task.Classes, c.Update, c.Rounds)
	a.overflows = func(n int) { rec.Event(eventOverflow, n) }
	return natgrad.Method{
		Name: "scmgpc", Functions: task.Classes, Sharing: c.Sharing, Likelihood: a, Outer: l, Implicit: c.Implicit, SeveralOptima: c.Update != updatePaper,
		Draw: c.ClassBatch, LocalDrawn: a.LocalDrawn, Moments: c.Average == "moments",
		Predictor: func(p *natgrad.Posterior) (method.Predictor, error) { return p.Model(l) },
	}, nil
}
