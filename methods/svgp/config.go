package svgp

import "gpcbench/methods/method"

// Config is SVGPC with its options.
type Config struct {
	method.Scaling
	method.Sparse
	method.Prior
	method.Learning
	method.Schedule
	method.Batching
	method.Link

	Optimiser string `option:"optimiser" oneof:"lbfgs|adam|adadelta" help:"lbfgs is for the full batch"`
	Freeze    int    `option:"freeze" min:"0" help:"iterations over q alone before kernel and inducing inputs are released"`
	Whiten    bool   `option:"whiten" help:"parametrise q(v), u = L v with Kuu = L L', instead of q(u)"`

	Step         float64 `option:"step" above:"0" help:"step of adam, or factor on the step of adadelta, for q"`
	HyperRate    float64 `option:"hyper_rate" above:"0" help:"the same for the logarithms of kernel parameters"`
	InducingRate float64 `option:"inducing_rate" above:"0" help:"the same for inducing inputs, as a multiple of hyper_rate"`

	Stop             string  `option:"stop" oneof:"none|holdout" help:"holdout: end when the performance on a tenth held out of the training rows settles"`
	CheckEvery       int     `option:"check_every" min:"1" help:"iterations from one look at the held-out rows to the next"`
	HoldoutTolerance float64 `option:"holdout_tolerance" above:"0" help:"change of the mean of five held-out NLLs below which the fit ends"`
}

// New returns the defaults.
func New() *Config {
	return &Config{
		Scaling:  method.Scaling{Standardise: true},
		Sparse:   method.DefaultSparse(),
		Prior:    method.DefaultPrior(),
		Learning: method.LearnAll(),
		Schedule: method.Schedule{Iterations: 1000},
		Batching: method.Batching{Batch: 100},
		Link:     method.Link{Likelihood: "probit"},

		Optimiser: "adam", Whiten: true,
		Step: 0.01, HyperRate: 0.01, InducingRate: 0.1,
		Stop: "none", CheckEvery: 50, HoldoutTolerance: 1e-4,
	}
}
