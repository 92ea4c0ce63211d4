package gfitc

import "gpcbench/methods/method"

// Inference says how far EP goes for each value of log Z_EP.
type Inference struct {
	EPTolerance     float64      `option:"ep_tolerance" above:"0" help:"EP has converged when no site moves by more than this in a sweep: precisions in units of 1 / var f, shifts in units of 1 / sd f"`
	CoarseTolerance float64      `option:"coarse_tolerance" min:"0" omitzero:"identity" help:"ep_tolerance with which a search on 500 rows or more begins; it is divided by 10 whenever an iteration gains little by it; 0: ep_tolerance throughout"`
	Sweeps          int          `option:"sweeps" min:"1" help:"largest number of EP sweeps for one value of log Z_EP"`
	Alpha           method.Power `option:"alpha" omitzero:"true" type:"number" help:"power of power EP: 1 is EP; near 0 the fit of ep-fitc is that of svgp, the fit of ep-full that of kl"`
	Damping         float64      `option:"damping" above:"0" max:"1" help:"fraction of the way to its new value that a site moves in a sweep"`
}

// Options are those that GFITC and EPFitc have.
type Options struct {
	method.Scaling
	method.Sparse
	method.Prior
	method.Learning
	method.Schedule
	method.Tracing
	method.HyperPrior
	method.InducingChoice
	method.LBFGS
	Inference

	LongestStep float64 `option:"longest_step" min:"0" omitzero:"identity" help:"largest change of the logarithm of a lengthscale in an iteration of the search; 0 is no limit"`
}

// Config is GFITC with its options.
type Config struct {
	Options
	method.Sharing
}

// Binary is EPFitc with its options.
type Binary struct{ Options }

// Full is EP of the model without inducing inputs, with its options.
type Full struct {
	method.Scaling
	method.Prior
	method.Learning
	method.Schedule
	method.Tracing
	method.HyperPrior
	Inference
}

// New returns the defaults of GFITC.
func New() *Config { return &Config{Options: defaults()} }

// NewBinary returns the defaults of EPFitc, whose iterations cost less than GFITC's.
func NewBinary() *Binary {
	c := &Binary{defaults()}
	c.Iterations = 1000
	return c
}

// NewFull returns the defaults of EP without inducing inputs.
func NewFull() *Full {
	o := defaults()
	return &Full{Scaling: o.Scaling, Prior: o.Prior, Learning: method.Learning{Learn: []string{"kernel"}}, Schedule: o.Schedule, Inference: o.Inference}
}

// longestStep is the largest change of the logarithm of a lengthscale in an iteration: a factor
// of 7.
const longestStep = 2

func defaults() Options {
	return Options{
		Scaling:        method.Scaling{Standardise: true},
		Sparse:         method.DefaultSparse(),
		Prior:          method.DefaultPrior(),
		Learning:       method.LearnAll(),
		Schedule:       method.Schedule{Iterations: 250},
		InducingChoice: method.InducingChoice{InducingFolds: method.AutoFolds},
		LBFGS:          method.LongMemory(),
		Inference:      Inference{EPTolerance: 1e-8, CoarseTolerance: 1e-2, Sweeps: 1000, Damping: 0.7},
		LongestStep:    longestStep,
	}
}
