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
	method.Markov

	FitKernel bool `option:"fit_kernel" omitzero:"identity" help:"take the kernel from a variational fit of the same likelihood, which starts at lengthscale, variance and noise; false: the kernel is that of these options"`
}

// New returns the defaults.
func New() *Config {
	c := &Config{
		Scaling:   method.Scaling{Standardise: true},
		Sparse:    method.DefaultSparse(),
		Prior:     method.DefaultPrior(),
		Schedule:  method.Schedule{Iterations: 1000},
		Markov:    method.Markov{Chains: 4, BurnIn: 200, Thinning: 1},
		FitKernel: true,
	}
	c.Inducing = method.AllInputs()
	return c
}

// mostInputs is a number of inducing inputs beyond which matrices take more
// than 2 GB and a sweep a minute.
const mostInputs = 10_000

// check refuses fits that would not end or would not fit into memory.
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
