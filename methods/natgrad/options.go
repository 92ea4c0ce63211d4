package natgrad

import (
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// What the option rate may be.
const (
	RateRanganath    = "ranganath"
	RateRobbinsMonro = "robbins-monro"
	RateFixed        = "fixed"
	RateRising       = "rising"
)

// Options are those that all methods of this kind have.
type Options struct {
	method.Scaling
	method.Sparse
	method.Prior
	method.Learning
	method.Schedule
	method.Batching

	Rate  string  `option:"rate" oneof:"ranganath|robbins-monro|fixed|rising" help:"step size on minibatches: adaptive (Ranganath et al. 2013), (t + rate_delay)^-rate_power, rate_value, or rising from 1e-5 to rate_value; it is 1 on the full batch of a method with auxiliary variables"`
	Value float64 `option:"rate_value" above:"0" max:"1" help:"the fixed rate, or the largest rising one"`
	Delay float64 `option:"rate_delay" min:"0" help:"tau of the Robbins-Monro rate"`
	Power float64 `option:"rate_power" above:"0.5" max:"1" help:"kappa of the Robbins-Monro rate"`
	Warm  int     `option:"rate_warmup" min:"1" help:"minibatches that start the averages of the adaptive rate, and their weight"`

	HyperRate    float64 `option:"hyper_rate" above:"0" help:"Adam's step for the logarithms of kernel parameters"`
	HyperDecay   float64 `option:"hyper_decay" min:"0" omitzero:"true" help:"iterations after which Adam's steps are 0.7 times hyper_rate: they are hyper_rate / sqrt(1 + t / hyper_decay); 0 keeps them"`
	HyperEvery   int     `option:"hyper_every" min:"1" help:"iterations from one step of the kernel to the next, the first in iteration 3"`
	InducingRate float64 `option:"inducing_rate" above:"0" help:"Adam's step for inducing inputs, as a multiple of hyper_rate"`
	Dual         bool    `option:"dual" omitzero:"true" help:"keep the sites of q(u), which is p(u) times them, when the kernel moves (Adam et al. 2021)"`
	Whiten       bool    `option:"whiten" help:"keep q(v), u = L v, when the kernel moves; the paper keeps q(u)"`
}

// Defaults returns the options of a method that states none of its own.
func Defaults() Options {
	return Options{
		Scaling:  method.Scaling{Standardise: true},
		Sparse:   method.DefaultSparse(),
		Prior:    method.DefaultPrior(),
		Learning: method.LearnAll(),
		Schedule: method.Schedule{Iterations: 1000},
		Batching: method.DefaultBatching(),

		Rate: RateRanganath, Value: 0.1, Delay: 100, Power: 1, Warm: 50,
		HyperRate: 0.03, HyperEvery: 2, InducingRate: 0.3,
	}
}

// fixed is what stays put while the kernel moves.
func (o *Options) fixed() sparse.Fixed {
	switch {
	case o.Dual:
		return sparse.Sites
	case o.Whiten:
		return sparse.QV
	}
	return sparse.QU
}
