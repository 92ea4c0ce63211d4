package variational

import (
	"fmt"

	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/natgrad"
)

// Values of the option optimiser besides [optim.LBFGS], [optim.SCG], [optim.KindAdam] and
// [optim.KindAdadelta].
const (
	Auto          = "auto"           // LBFGS on the full batch, KindAdam on minibatches
	AutoNatural   = "auto-natural"   // LBFGS and Natural
	AutoCollapsed = "auto-collapsed" // Collapsed and Natural
	Collapsed     = "collapsed"      // a search over kernel and inducing inputs with the optimal q for each
	Natural       = "natural"        // natural gradients of q
)

// Common are the options that every method of this package has.
type Common struct {
	method.Sparse
	method.Prior
	method.Learning
	method.Schedule
	method.Batching
	method.Tracing
	method.HyperPrior
	method.LBFGS

	Optimiser           string          `option:"optimiser" oneof:"auto-collapsed|auto-natural|auto|collapsed|lbfgs|scg|adam|adadelta|natural" help:"auto-collapsed is collapsed on the full batch and natural on minibatches, auto-natural lbfgs and natural, auto lbfgs and adam; collapsed, lbfgs and scg (scaled conjugate gradients) are for the full batch, and only they have a tolerance; collapsed searches over kernel and inducing inputs with the optimal q for each; natural steps q by natural gradients and the rest by adam"`
	Bounds              method.Interval `option:"bounds" omitzero:"true" type:"[low, high] or \"none\"" help:"lbfgs: bounds on the logarithms of variance, weights, noise and squared lengthscales; the search is then L-BFGS-B"`
	SquaredLengthscales bool            `option:"squared_lengthscales" omitzero:"true" help:"step the logarithms of squared lengthscales, as some authors' code does: a step of adam then moves a lengthscale half as far; bounds imply it"`
	Averaged            bool            `option:"averaged" omitzero:"true" help:"adam and adadelta: predict at the average of the parameters over the iterations, with more weight on later ones"`
	Whiten              bool            `option:"whiten" help:"parametrise q(v), u = L v with Kuu = L L', instead of q(u); natural: keep q(v) when the kernel moves, instead of q(u)"`
	Dual                bool            `option:"dual" omitzero:"true" help:"natural: keep the sites of q(u), which is p(u) times them, when the kernel moves (Adam et al. 2021)"`
	NaturalRate         float64         `option:"natural_rate" min:"0" max:"1" omitzero:"true" help:"natural: length of the steps of q; 0 is (1 + t)^-0.7 in iteration t, and 1/2 on the full batch"`

	Step         float64 `option:"step" above:"0" help:"step of adam, or factor on the step of adadelta, for q"`
	HyperRate    float64 `option:"hyper_rate" above:"0" help:"the same for the logarithms of kernel parameters"`
	InducingRate float64 `option:"inducing_rate" above:"0" help:"the same for inducing inputs, as a multiple of hyper_rate"`
}

// DefaultCommon returns the defaults that all methods of this package share.
func DefaultCommon() Common {
	return Common{
		Sparse:   method.DefaultSparse(),
		Prior:    method.DefaultPrior(),
		Learning: method.LearnAll(),
		Schedule: method.Schedule{Iterations: 1000},
		Batching: method.DefaultBatching(),
		LBFGS:    method.LongMemory(),

		Optimiser: Auto,
	}
}

// auto says whether the rows decide on the optimiser.
func (c Common) auto() bool {
	return c.Optimiser == Auto || c.Optimiser == AutoNatural || c.Optimiser == AutoCollapsed
}

// Validate refuses what the optimiser cannot do. The meaning of "auto" and its variants depends
// on the rows, so Fit checks these.
func (c Common) Validate() error {
	auto := c.auto()
	wrong := func(key, format string, v ...any) error {
		return &method.OptionError{Key: key, Problem: fmt.Sprintf(format, v...)}
	}
	switch {
	case c.TraceCalls && !auto && !c.searches() && !c.collapses():
		return wrong("trace_calls", "%s does not evaluate the objective; it is for collapsed, lbfgs and scg", c.Optimiser)
	case (c.Averaged || c.SquaredLengthscales) && c.collapses():
		return wrong("optimiser", "collapsed has neither averaged nor squared_lengthscales; set it to lbfgs or adam")
	case c.HyperPrior.Any() && !auto && !c.collapses():
		return wrong(c.HyperPrior.Key(), "it applies to collapsed, on all rows, and the optimiser is %s", c.Optimiser)
	case c.Averaged && !auto && c.searches():
		return wrong("averaged", "%s has no noise of minibatches; it is for adam and adadelta", c.Optimiser)
	case c.Averaged && c.natural():
		return wrong("averaged", "natural gradients end where their steps are small; it is for adam and adadelta")
	case c.SquaredLengthscales && c.natural():
		return wrong("squared_lengthscales", "natural gradients have steps of the kernel of their own; it is for the other optimisers")
	case (c.Dual || c.NaturalRate > 0) && !auto && !c.natural():
		return wrong("optimiser", "dual and natural_rate apply to natural, not %s", c.Optimiser)
	case c.Bounds.None():
		return nil
	case !auto && c.Optimiser != optim.LBFGS:
		return wrong("bounds", "only lbfgs takes bounds, and the optimiser is %s", c.Optimiser)
	case !c.LearnsKernel():
		return wrong("bounds", "they bound kernel parameters, which learn does not name")
	}
	return nil
}

// resolved returns the options with the meaning of "auto" or its variants filled in, for the full
// batch or minibatches. Averages, and steps of squared lengthscales, are Adam's; the latter and
// bounds are L-BFGS's.
func (c Common) resolved(full bool) Common {
	switch plain := !c.Averaged && !c.SquaredLengthscales; {
	case !c.auto():
	case full && c.Optimiser == AutoCollapsed && plain && c.Bounds.None():
		c.Optimiser = Collapsed
	case full:
		c.Optimiser = optim.LBFGS
	case c.Optimiser != Auto && plain:
		c.Optimiser = Natural
	default:
		c.Optimiser = optim.KindAdam
	}
	return c
}

// collapses says whether q is optimal wherever the search over the rest evaluates.
func (c Common) collapses() bool { return c.Optimiser == Collapsed }

// natural says whether q is stepped by natural gradients.
func (c Common) natural() bool { return c.Optimiser == Natural }

// searches says whether the optimiser is one of the searches with all rows.
func (c Common) searches() bool { return c.Optimiser == optim.LBFGS || c.Optimiser == optim.SCG }

// Settings are a method: its options, and its fixed choices.
type Settings struct {
	Name string // in the registry, for messages
	Common
	method.Sharing
	method.Holdout
	Freeze int // iterations over q alone before kernels and inducing inputs are released
	// Tilted is log E p(y | f) of the likelihood, of one latent function, with which natural gradients
	// move the kernel up EP's energy; nil: up the bound.
	Tilted natgrad.Tilted
	// Predictor makes the method's predictor of a model.
	Predictor func(*sparse.Model) method.Predictor
}
