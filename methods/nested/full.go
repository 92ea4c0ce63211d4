package nested

import (
	"context"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// Full is a method of two classes without inducing inputs: its function is at the training
// rows, with its noise.
type Full struct {
	method.Prior
	Settings

	Name     string // of the method
	MostRows int    // a fit on more takes more memory than machines have
	Instead  string // a method that takes more, for the message
}

// Start returns the run before its first value, the prior at the training rows, and the class
// of each. The error is about the task or the prior.
func (m Full) Start(ctx context.Context, task method.Task, rec method.Recorder) (*Fit, *sparse.Prior, []int, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, nil, nil, err
	}
	if err := m.KernelOnly(); err != nil {
		return nil, nil, nil, err
	}
	if err := method.CheckFull(task, m.Name, m.MostRows, m.Instead); err != nil {
		return nil, nil, nil, err
	}
	prior, err := method.StartPrior(ctx, task, method.Sparse{Inducing: method.AllInputs()}, m.Prior, m.Learning, rec)
	if err != nil {
		return nil, nil, nil, err
	}
	prior.Own = true
	x, y := task.Train.ReadAll()
	return New(x, []*sparse.Prior{prior}, m.Settings, rec), prior, y, nil
}
