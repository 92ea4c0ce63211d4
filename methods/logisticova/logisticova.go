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
	C          float64      `option:"c" above:"0" help:"weight of the data against the penalty, as in scikit-learn: C sum loss + |w|^2 / 2"`
	InnerFolds method.Folds `option:"inner_folds" omitzero:"identity" type:"integer, or \"auto\"" help:"choose c from 0.001, 0.01, ... 1000, one for all labels, by the log loss over so many folds of the training rows; 0: c as it is; \"auto\": 5 of at most 10,000 rows, of fewer where labels are many, and c as it is with fewer than 20"`
}

// New returns the defaults.
func New() *Config {
	return &Config{Schedule: method.Schedule{Iterations: 100}, C: 1, InnerFolds: method.AutoFolds}
}

// Validate refuses a single fold, which leaves hardly a row to train on.
func (c *Config) Validate() error {
	if c.InnerFolds == 1 {
		return &method.OptionError{Key: "inner_folds", Problem: "with one fold hardly a row is trained on; set 2 or more, or 0 for c as it is"}
	}
	return nil
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
	weight, err := c.weight(ctx, task)
	if err != nil {
		return nil, err
	}
	s := newSearch(task, weight, c.Tolerance*float64(task.Train.Len()))
	predictor := func() (method.Predictor, error) { return s.model(), nil }
	for t := 1; ; t++ {
		if err := s.step(ctx); err != nil {
			return nil, err
		}
		last := len(s.open) == 0 || t == c.Iterations || c.Expired(rec.Elapsed())
		if due := rec.Due(t); last || due {
			if err := rec.Trace(t, s.objective, predictor); err != nil {
				return nil, err
			}
		}
		if last {
			return predictor()
		}
	}
}
