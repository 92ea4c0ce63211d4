package gfitc

import "gpcbench/methods/method"

// Inference says how far EP goes for each value of log Z_EP.
type Inference struct {
	EPTolerance float64 `option:"ep_tolerance" above:"0" help:"EP has converged when no site moves by more in a sweep: precisions in units of 1 / var f, shifts in units of 1 / sd f"`
	Sweeps      int     `option:"sweeps" min:"1" help:"largest number of EP sweeps for one value of log Z_EP"`
	Damping     float64 `option:"damping" above:"0" max:"1" help:"part of the way to its new value that a site goes in a sweep"`
}

// Config is GFITC with its options.
type Config struct {
	method.Scaling
	method.Sparse
	method.Prior
	method.Learning
	method.Schedule
	method.Sharing
	Inference
}

// New returns the defaults of GFITC.
func New() *Config {
	return &Config{
		Scaling:   method.Scaling{Standardise: true},
		Sparse:    method.Sparse{Inducing: method.Inputs(100), InducingInit: "kmeans"},
		Prior:     method.DefaultPrior(),
		Learning:  method.Learning{Learn: []string{"kernel", "inducing"}},
		Schedule:  method.Schedule{Iterations: 250},
		Inference: Inference{EPTolerance: 1e-3, Sweeps: 1000, Damping: 0.7},
	}
}

// Binary is EPFitc with its options.
type Binary struct {
	method.Scaling
	method.Sparse
	method.Prior
	method.Learning
	method.Schedule
	Inference
}

// NewBinary returns the defaults of EPFitc.
func NewBinary() *Binary {
	return &Binary{
		Scaling:   method.Scaling{Standardise: true},
		Sparse:    method.Sparse{Inducing: method.Inputs(100), InducingInit: "kmeans"},
		Prior:     method.DefaultPrior(),
		Learning:  method.Learning{Learn: []string{"kernel", "inducing"}},
		Schedule:  method.Schedule{Iterations: 250},
		Inference: Inference{EPTolerance: 1e-4, Sweeps: 1000, Damping: 0.7},
	}
}
