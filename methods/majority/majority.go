// Package majority predicts the class that is most frequent, whatever the inputs are: the
// baseline that any classifier has to beat.
//
// With n_c of N training rows in class c of C,
//
//	p_c = (n_c + 1/2) / (N + C/2),
//
// the mean of the classes' shares under Jeffreys' prior. Its NLL is the entropy of the
// classes, its error the share of all but the most frequent one.
package majority

import (
	"context"
	"fmt"

	"gpcbench/methods/method"
)

// Config is the method, which has only the options that all methods
// have.
type Config struct{ method.Scaling }

// New returns the defaults.
func New() *Config { return &Config{method.Scaling{Standardise: true}} }

// Fit counts classes, each of which must have a row. Cost O(N).
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, fmt.Errorf("majority: %w", err)
	}
	p := make(method.Constant, task.Classes)
	for class := range task.Train.Classes() {
		p[class]++
	}
	for class := range p {
		p[class] = (p[class] + 0.5) / (float64(task.Train.Len()) + float64(task.Classes)/2)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return p, rec.Trace(1, nil, func() (method.Predictor, error) { return p, nil })
}
