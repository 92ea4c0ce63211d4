package gibbs

import (
	"fmt"

	"gpcbench/methods/method"
)

// Config is the sampler with its options.
type Config struct {
	method.Scaling
	method.Sparse
	method.Prior
	method.Schedule

	FitKernel bool `option:"fit_kernel" omitzero:"identity" help:"take the kernel from a variational fit of the same likelihood, which starts at lengthscale, variance and noise; false: the kernel is that of these options"`

	Chains   int `option:"chains" min:"1" max:"1000" help:"independent Markov chains"`
	BurnIn   int `option:"burn_in" min:"0" help:"sweeps of every chain before the first iteration, of which nothing is kept"`
	Thinning int `option:"thinning" min:"1" help:"iterations from one kept draw to the next"`
}

// New returns the defaults.
func New() *Config {
	return &Config{
		Scaling:   method.Scaling{Standardise: true},
		Sparse:    method.Sparse{Inducing: method.AllInputs(), InducingInit: "kmeans"},
		Prior:     method.DefaultPrior(),
		Schedule:  method.Schedule{Iterations: 1000},
		FitKernel: true, Chains: 4, BurnIn: 200, Thinning: 1,
	}
}

// mostInputs is a number of inducing inputs beyond which matrices take more
// than 2 GB and a sweep a minute.
const mostInputs = 10_000

// check refuses what would not end or not fit into memory.
func (c *Config) check(task method.Task) error {
	if err := method.CheckMulticlass(task); err != nil {
		return err
	}
	m, err := c.Inducing.Of(task.Train.Len())
	if err != nil {
		return err
	}
	if m > mostInputs {
		return fmt.Errorf("gibbs: %d inducing inputs are more than the %d that a sampler can have; "+
			"set option inducing to a smaller number (\"all\" is the %d training rows)", m, mostInputs, task.Train.Len())
	}
	return nil
}
