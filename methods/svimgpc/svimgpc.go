// Package svimgpc is SVI-MGPC: multi-class Gaussian-process classification by a stochastic
// variational bound with natural gradients, which Galy-Fajou, Wenzel, Donner and Opper
// (Scalable multi-class Gaussian process classification via data augmentation, 2018,
// galyfajou2018) compare with SC-MGPC, after Hensman, Matthews and Ghahramani (Scalable
// variational Gaussian process classification, 2015) and Salimbeni, Eleftheriadis and
// Hensman (Natural gradients in practice, 2018).
//
// # Model
//
// C latent functions f_c, each a Gaussian process with inducing inputs and a kernel of its
// own, unless share says that they have them in common. galyfajou2018 does not name the
// likelihood; its released program has GPflow's for several classes,
//
//	robust-max   p(y | f) = (1 - epsilon) [f_y is the largest] + epsilon/(C - 1) [it is not],
//
// with epsilon = 1e-3. The other choice is the softmax, exp(f_y) / sum_c exp(f_c), or the
// logistic softmax of SC-MGPC without its auxiliary variables.
//
// # Objective
//
//	sum_i E_q log p(y_i | f_i) - sum_c KL(q(u_c) || p(u_c)),
//
// on a minibatch of b rows with the sum times N/b. The expectations with their derivatives
// are integrals over one variable for any C: package likelihood.
//
// # Updates
//
// A step of the natural gradient moves the natural parameters of q(u_c) towards
//
//	Sigma^-1 = Kuu^-1 + N/b kappa' diag(-2 h) kappa,   Sigma^-1 mu = N/b kappa' (g - 2 h mean),
//
// g and h the derivatives of E log p by mean and variance of f_ic. Its rate rises from 1e-5
// to rate_value, as in the released program; the other rates of package natgrad can be had
// too, and that package takes the steps of kernels and inducing inputs, whose gradient is
// that of the bound with the expectation replaced by its sites.
//
// # Prediction
//
// E_q p(y | f), by quadrature.
//
// Cost O(C (b M^2 + M^3)) an iteration, C b D M more for the kernels, and the quadrature's.
package svimgpc

import (
	"context"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/method"
	"gpcbench/methods/natgrad"
)

// Config is SVI-MGPC with its options.
type Config struct {
	natgrad.Options
	method.Sharing

	Likelihood string  `option:"likelihood" oneof:"robust-max|softmax|logistic-softmax" help:"p(y | f)"`
	Epsilon    float64 `option:"epsilon" above:"0" max:"0.5" help:"of robust-max: probability that the class is not that of the largest function"`
}

// New returns the defaults.
func New() *Config {
	c := &Config{Options: natgrad.Defaults(), Likelihood: "softmax", Epsilon: 1e-3}
	c.Rate = "rising"
	return c
}

// Fit trains on a task of two or more classes.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	f, err := c.start(task, rec)
	if err != nil {
		return nil, err
	}
	return f.Run(ctx)
}

// start returns the run before its first iteration.
func (c *Config) start(task method.Task, rec method.Recorder) (*natgrad.Fit, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, err
	}
	l, err := c.likelihood(task.Classes)
	if err != nil {
		return nil, err
	}
	return natgrad.Start(&c.Options, natgrad.Method{
		Name: "svi-mgpc", Functions: task.Classes, Sharing: c.Sharing, Likelihood: natgrad.NewExpected(l),
		Predictor: func(p *natgrad.Posterior) (method.Predictor, error) { return p.Model(l) },
	}, task, rec)
}

// likelihood returns that of the options. RobustMax draws the noise from all classes, and
// so has the part C/(C - 1) of epsilon more of it.
func (c *Config) likelihood(classes int) (likelihood.Likelihood, error) {
	if c.Likelihood == "robust-max" {
		return likelihood.NewRobustMax(classes, c.Epsilon*float64(classes)/float64(classes-1))
	}
	return likelihood.NewSoftmax(c.Likelihood, classes, likelihood.Prediction{Name: "quadrature"})
}
