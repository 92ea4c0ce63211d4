package ep

import (
	"context"

	"gpcbench/methods/method"
)

// What the option gradient may be.
const (
	outer       = "outer"
	innerApprox = "inner-approx"
	innerExact  = "inner-exact"
)

// What the option hyper_optimiser may be.
const (
	auto         = "auto"
	signRate     = "signrate"
	signRateCode = "signrate-code"
	adam         = "adam"
)

// tying says which factors share one approximation.
type tying string

const (
	untied      tying = "" // EP
	tiedAll     tying = "all"
	tiedByClass tying = "class"
)

// variant holds the differences between the methods of this package.
type variant struct {
	tie           tying
	alpha         float64 // the power of EP, 1 of tied factors
	keepBest      bool    // of the full batch: the result is the state with the highest log Z_q, not the last
	onlyConverged bool    // keepBest: only states count whose factors have nearly converged
}

// Options are those that both methods have.
type Options struct {
	method.Scaling
	method.Sparse
	method.Prior
	method.Sharing
	method.Learning
	method.Schedule
	method.Batching
	method.InducingChoice

	Gradient     string  `option:"gradient" oneof:"outer|inner-approx|inner-exact" help:"outer: factors to convergence before each step of the kernel; inner: one sweep over the factors and one step, with (10) as the gradient or with the exact derivative of log Z at fixed factors (full batch)"`
	Damping      float64 `option:"damping" min:"0" max:"1" help:"rho of new = rho update + (1 - rho) old, for each factor; 0 is 0.5 on the full batch and 1 on minibatches"`
	DampingDecay float64 `option:"damping_decay" min:"0" max:"1" help:"factor on rho after each iteration; 0 is 0.99 with inner gradients on the full batch, and 1 otherwise or where nothing is learnt"`
	Sweeps       int     `option:"sweeps" min:"1" help:"outer: largest number of sweeps over the factors before a step"`
	EPTolerance  float64 `option:"ep_tolerance" min:"0" help:"outer: the factors have converged when no latent mean or variance of a training row moves by more than this in a sweep"`

	HyperOptimiser string  `option:"hyper_optimiser" oneof:"auto|signrate|signrate-code|adam" help:"update rule for kernel parameters and inducing inputs: a rate for each that grows while its gradient keeps its sign, the same as in the authors' code, or Adam; auto is signrate on the full batch and adam on minibatches"`
	HyperRate      float64 `option:"hyper_rate" min:"0" help:"its (starting) step for the logarithms of kernel parameters; 0 is 0.01 for the two signrates and 0.001 for adam"`
	InducingRate   float64 `option:"inducing_rate" above:"0" help:"its step for inducing inputs, as a multiple of hyper_rate"`
}

// EP is expectation propagation with a factor's own parameters.
type EP struct {
	Options
	Alpha method.Power `option:"alpha" omitzero:"true" type:"number" help:"power of power EP: 1 is EP, near 0 a variational bound"`
}

// SEP is stochastic expectation propagation: all factors are tied.
type SEP struct {
	Options
	Tie         string `option:"tie" oneof:"all|class" help:"factors that share one approximation: all N(C - 1), as in the paper, or for each class those that involve it, as in the authors' code"`
	KeepBest    bool   `option:"keep_best" omitzero:"identity" help:"full batch: the result is the state with the highest log Z_q, and with a tolerance a fit ends after 250 iterations without a higher one; false: the last state"`
	KeepSettled bool   `option:"keep_settled" omitzero:"identity" help:"keep_best: count only states whose sweep moved no mean or variance of a training row by more than 0.05, since log Z_q means little before that; false: all"`
}

// New returns the defaults of ep.
func New() *EP {
	c := &EP{Options: defaults()}
	c.Iterations, c.DampingDecay = 1000, 1
	return c
}

// NewStochastic returns the defaults of sep.
func NewStochastic() *SEP {
	c := &SEP{Options: defaults(), Tie: string(tiedAll), KeepBest: true, KeepSettled: true}
	c.Iterations = 1000
	return c
}

func defaults() Options {
	return Options{
		Scaling:        method.Scaling{Standardise: true},
		Sparse:         method.DefaultSparse(),
		Prior:          method.DefaultPrior(),
		Learning:       method.LearnAll(),
		Schedule:       method.Schedule{Iterations: 250, Tolerance: 1e-10},
		InducingChoice: method.InducingChoice{InducingFolds: method.AutoFolds},

		Gradient: innerApprox, Sweeps: 1000, EPTolerance: 1e-3,
		HyperOptimiser: auto, InducingRate: 1,
	}
}

// Fit trains on a binary or multi-class task.
func (c *EP) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	return c.fitChosen(task, rec, func(o Options, task method.Task, rec method.Recorder) (method.Predictor, error) {
		return o.fit(ctx, task, rec, variant{alpha: c.Alpha.Of()})
	})
}

// Fit trains on a binary or multi-class task.
func (c *SEP) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	return c.fitChosen(task, rec, func(o Options, task method.Task, rec method.Recorder) (method.Predictor, error) {
		return o.fit(ctx, task, rec, variant{tie: tying(c.Tie), alpha: 1, keepBest: c.KeepBest, onlyConverged: c.KeepSettled})
	})
}

// fitChosen chooses what is learnt, and fits with that. fit is the method's with other options.
func (c Options) fitChosen(task method.Task, rec method.Recorder, fit func(Options, method.Task, method.Recorder) (method.Predictor, error)) (method.Predictor, error) {
	is := method.Trial{Learning: c.Learning, Schedule: c.Schedule, Inducing: c.Inducing}
	return c.FitChosen(task, rec, is, func(t method.Trial, task method.Task, rec method.Recorder) (method.Predictor, error) {
		of := c
		t.SetTo(&of.Learning, &of.Schedule, &of.Sparse)
		return fit(of, task, rec)
	})
}

// resolved returns the options with the values of "auto" and 0 filled in, for
// the full batch or minibatches.
func (c Options) resolved(full bool) (Options, error) {
	if !full && c.Gradient != innerApprox {
		return c, &method.OptionError{Key: "gradient", Problem: "minibatches need " + innerApprox + "; set batch = 0 for " + c.Gradient}
	}
	if c.Damping == 0 {
		c.Damping = 1
		if full {
			c.Damping = 0.5
		}
	}
	if c.DampingDecay == 0 {
		c.DampingDecay = 1
		if full && c.Gradient != outer && len(c.Learn) > 0 {
			c.DampingDecay = 0.99
		}
	}
	if c.HyperOptimiser == auto {
		c.HyperOptimiser = adam
		if full {
			c.HyperOptimiser = signRate
		}
	}
	if c.HyperRate == 0 {
		c.HyperRate = 1e-3
		if c.HyperOptimiser != adam {
			c.HyperRate = 1e-2
		}
	}
	return c, nil
}
