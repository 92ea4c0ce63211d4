// Package labelprior predicts the labels that are most frequent, whatever the inputs are: the
// baseline that any multi-label method has to beat.
//
// With n_k of N training rows that have label k,
//
//	p_k = (n_k + 1/2) / (N + 1),
//
// the mean of n_k's binomial rate under Jeffreys' prior, which is never 0 or 1.
package labelprior

import (
	"context"
	"fmt"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// Config is the method, which has only the options that all methods
// have.
type Config struct{ method.Scaling }

// New returns the defaults.
func New() *Config { return &Config{} }

// Fit counts labels. Cost O(N) and the number of labels of all rows.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if task.Kind != data.Multilabel {
		return nil, fmt.Errorf("label-prior: the method is for multi-label tasks, not for %s", task.Kind)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := Rates(task.Train.LabelCounts(task.Classes), task.Train.Len())
	return p, rec.Trace(1, nil, func() (method.Predictor, error) { return p, nil })
}

// Rates returns the rates of the labels, where counts[k] of n rows have
// label k.
func Rates(counts []int, n int) method.Constant {
	p := make(method.Constant, len(counts))
	for k, count := range counts {
		p[k] = (float64(count) + 0.5) / (float64(n) + 1)
	}
	return p
}
