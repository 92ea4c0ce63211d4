package nested

import (
	"gpcbench/gp/optim"
	"gpcbench/methods/method"
)

// Settings are what the fit has of a method's options.
type Settings struct {
	method.Learning
	method.Schedule
	method.Sharing
	method.Tracing
	// HyperPrior is a prior whose log density the objective has, but for a constant.
	method.HyperPrior
	method.LBFGS
	// Ending has no effect on a level where the search began.
	method.Ending
	Optimiser string // optim.LBFGS or optim.SCG
	// LongestStep is the largest change of the logarithm of a lengthscale in an iteration, 0 without a
	// limit. If lengthscales are so short that no row is correlated with another, the objective has no
	// slope, and one step that is too long ends there.
	LongestStep float64
}

// SettingsOf are those of a search by L-BFGS without a limit of steps, whose functions share nothing.
func SettingsOf(l method.Learning, s method.Schedule, t method.Tracing, h method.HyperPrior) Settings {
	return Settings{Learning: l, Schedule: s, Tracing: t, HyperPrior: h, Optimiser: optim.LBFGS}
}
