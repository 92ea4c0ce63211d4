package logisticova

import (
	"context"
	"fmt"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// mostWeights is the size of the weights of all labels, in bytes, up to which they are fitted:
// a model, a trace of it and a search have a copy each.
const mostWeights = 2 << 30

// Config is logistic regression one against all with its options.
type Config struct {
	method.Scaling
	method.Schedule
	method.Weight
}

// New returns the defaults.
func New() *Config {
	return &Config{Schedule: method.Schedule{Iterations: 100}, Weight: method.DefaultWeight()}
}

// Fit trains on task.Train, whose rows have label sets, dense or sparse.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if task.Kind != data.Multilabel {
		return nil, fmt.Errorf("logistic-ova: the method is for multi-label tasks, not for %s", task.Kind)
	}
	if bytes := 8 * float64(task.Classes) * float64(task.Train.Dim()+1); bytes > mostWeights {
		return nil, fmt.Errorf("logistic-ova: the weights of %d labels and %d attributes take %.1f GB, and at most %.1f GB are kept in memory; take a method whose size does not grow with labels times attributes",
			task.Classes, task.Train.Dim(), bytes/1e9, float64(mostWeights)/1e9)
	}
	weight, err := c.weight(ctx, task, rec)
	if err != nil {
		return nil, err
	}
	over := func() bool { return c.Expired(rec.Elapsed()) }
	s := newSearch(task, weight, c.Tolerance*float64(task.Train.Len()), over)
	predictor := func() (method.Predictor, error) { return s.model(), nil }
	for t := 1; ; t++ {
		if err := s.step(ctx); err != nil {
			return nil, err
		}
		last := len(s.open) == 0 || t == c.Iterations || over()
		if due := rec.Iterated(t); last || due {
			if err := rec.Trace(t, s.objective, predictor); err != nil {
				return nil, err
			}
		}
		if last {
			if len(s.open) > 0 || c.Tolerance == 0 && s.short() {
				rec.Event(method.EventSearchNotConverged, 1)
			}
			return predictor()
		}
	}
}
