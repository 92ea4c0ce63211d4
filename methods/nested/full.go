package nested

import (
	"context"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// Full is a method without inducing inputs: its functions are at the training rows, with their noise.
type Full struct {
	method.Prior
	Settings

	Functions int    // F: 1 for two classes, else one a class
	Name      string // of the method
	MostRows  int    // a fit on more takes more memory than machines have
	Instead   string // a method that takes more, for the message
}

// Start returns the run before its first value, the prior of every function at the training rows, and the class
// of each row. The error is about the options, the number of rows or the prior.
func (m Full) Start(ctx context.Context, task method.Task, rec method.Recorder) (*Fit, []*sparse.Prior, []int, error) {
	if err := m.KernelOnly(); err != nil {
		return nil, nil, nil, err
	}
	if err := method.CheckFull(task, m.Name, m.MostRows, m.Instead); err != nil {
		return nil, nil, nil, err
	}
	priors, sharing, err := method.StartAtRows(ctx, task, method.Sparse{Inducing: method.AllInputs()}, m.Prior, m.Learning, m.Sharing, m.Functions, rec)
	if err != nil {
		return nil, nil, nil, err
	}
	m.Sharing = sharing
	x, y := task.Train.ReadAll()
	return New(x, priors, m.Settings, rec), priors, y, nil
}
