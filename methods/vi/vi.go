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

	Epsilon Epsilon `option:"epsilon" type:"number, or \"learn\"" help:"probability that a label was drawn at random from all classes, in the likelihood and in predictions, at most 0.5; \"learn\" is where the bound is largest"`
}

// Epsilon is the probability that a label was drawn at random. The zero value learns it.
type Epsilon float64

// SetOption takes a number above 0 and at most 0.5, or "learn".
func (e *Epsilon) SetOption(v any) error {
	if v == "learn" {
		*e = 0
		return nil
	}
	x, err := method.Number(v)
	if err != nil || !(x > 0 && x <= 0.5) {
		return fmt.Errorf("want a number above 0 and at most 0.5, or \"learn\", got %v", v)
	}
	*e = Epsilon(x)
	return nil
}

// Option returns the number, or "learn".
func (e *Epsilon) Option() any {
	if *e == 0 {
		return "learn"
	}
	return float64(*e)
}

// New returns the defaults.
func New() *Config {
	c := &Config{
		Scaling: method.Scaling{Standardise: true},
		Common:  variational.DefaultCommon(),
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
	robust, err := c.likelihood(task.Classes)
	if err != nil {
		return nil, err
	}
	return variational.Fit(ctx, task, rec, variational.Settings{
		Name: "vi", Common: c.Common, Sharing: c.Sharing,
		Predictor: func(m *sparse.Model) method.Predictor { return &Model{m, m.Likelihood().(likelihood.RobustMax)} },
	}, robust)
}

// likelihood returns that of the options.
func (c *Config) likelihood(classes int) (likelihood.Likelihood, error) {
	if c.Epsilon == 0 {
		return likelihood.NewLearntRobustMax(classes)
	}
	return likelihood.NewRobustMax(classes, float64(c.Epsilon))
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
