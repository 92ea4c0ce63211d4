package vi

import "gpcbench/methods/method"

// Config is VI with its options.
type Config struct {
	method.Scaling
	method.Sparse
	method.Prior
	method.Sharing
	method.Learning
	method.Schedule
	method.Batching

	Epsilon float64 `option:"epsilon" above:"0" max:"0.5" help:"probability that a label was drawn at random from all classes, in the likelihood and in predictions"`

	Optimiser string `option:"optimiser" oneof:"lbfgs|adam|adadelta" help:"lbfgs is for the full batch"`
	Whiten    bool   `option:"whiten" help:"parametrise q(v), u = L v with Kuu = L L', instead of q(u)"`

	Step         float64 `option:"step" above:"0" help:"step of adam, or factor on the step of adadelta, for q"`
	HyperRate    float64 `option:"hyper_rate" above:"0" help:"the same for the logarithms of kernel parameters"`
	InducingRate float64 `option:"inducing_rate" above:"0" help:"the same for inducing inputs, as a multiple of hyper_rate"`
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

		Epsilon: 1e-3, Optimiser: "adam",
		Step: 1e-3, HyperRate: 1e-3, InducingRate: 1,
	}
}
