package vi

import (
	"context"
	"fmt"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/variational"
)

// Config is VI with its options.
type Config struct {
	method.Scaling
	variational.Common
	method.Sharing

	Epsilon float64 `option:"epsilon" above:"0" max:"0.5" help:"probability that a label was drawn at random from all classes, in the likelihood and in predictions"`
}

// New returns the defaults.
func New() *Config {
	c := &Config{
		Scaling: method.Scaling{Standardise: true},
		Common:  variational.DefaultCommon(),
		Epsilon: 0.03,
	}
	c.Iterations = 2000
	c.Step, c.HyperRate, c.InducingRate = 0.01, 0.01, 1
	return c
}

// Fit trains on a task of two or more classes.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, err
	}
	robust, err := likelihood.NewRobustMax(task.Classes, c.Epsilon)
	if err != nil {
		return nil, err
	}
	return variational.Fit(ctx, task, rec, variational.Settings{
		Name: "vi", Common: c.Common, Sharing: c.Sharing,
		Predictor: func(m *sparse.Model) method.Predictor { return &Model{m, robust} },
	}, robust)
}

// Model is a fitted model, which also knows the expectation of its bound.
type Model struct {
	*sparse.Model
	robust likelihood.RobustMax
}

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (*Model, error) {
	m, err := sparse.LoadModel(raw)
	if err != nil {
		return nil, err
	}
	robust, ok := m.Likelihood().(likelihood.RobustMax)
	if !ok {
		return nil, fmt.Errorf("the model cannot be read: its likelihood is %q, not robust-max", m.Likelihood().State().Name)
	}
	return &Model{m, robust}, nil
}

// ExpectedLogLik returns E_q log p(y | f), the expectation of the bound, at a row for
// which Predict gives p.
func (m *Model) ExpectedLogLik(p []float64, y int) float64 { return m.robust.ExpectedLog(p, y) }
