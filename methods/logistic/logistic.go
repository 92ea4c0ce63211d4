package logistic

import (
	"context"
	"fmt"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// Config is logistic regression with its options.
type Config struct {
	method.Scaling
	method.Schedule
	C          float64      `option:"c" above:"0" help:"weight of the data against the penalty, as in scikit-learn: C sum loss + |w|^2 / 2"`
	InnerFolds method.Folds `option:"inner_folds" omitzero:"identity" type:"integer, or \"auto\"" help:"choose c from 0.001, 0.01, ... 1000 by the NLL over so many folds of the training rows; 0: c as it is; \"auto\": 5 of at most 10,000 rows, and c as it is with fewer than 20"`
}

// New returns the defaults.
func New() *Config {
	return &Config{
		Scaling:  method.Scaling{Standardise: true},
		Schedule: method.Schedule{Iterations: 100},
		C:        1, InnerFolds: method.AutoFolds,
	}
}

// Validate refuses a single fold, which leaves hardly a row to train on.
func (c *Config) Validate() error {
	if c.InnerFolds == 1 {
		return &method.OptionError{Key: "inner_folds", Problem: "with one fold hardly a row is trained on; set 2 or more, or 0 for c as it is"}
	}
	return nil
}

// Fit trains on task.Train: binary or multi-class, with a row of every class.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if task.Kind != data.Binary && task.Kind != data.Multiclass {
		return nil, fmt.Errorf("logistic: the method is for binary and multi-class tasks, not for %s", task.Kind)
	}
	if err := method.CheckClasses(task); err != nil {
		return nil, fmt.Errorf("logistic: %w", err)
	}
	weight, err := c.weight(ctx, task)
	if err != nil {
		return nil, err
	}
	l := newLoss(ctx, task, weight)
	s, err := newSearch(l)
	if err != nil {
		return nil, err
	}
	tolerance := c.Tolerance * float64(task.Train.Len())
	predictor := func() (method.Predictor, error) { return newModel(task.Classes, l.dim, s.w), nil }
	for t := 1; ; t++ {
		progress, err := s.step()
		if err != nil {
			return nil, err
		}
		last := !progress || t == c.Iterations || largest(s.gradient) <= tolerance ||
			c.Expired(rec.Elapsed())
		if last || rec.Due(t) {
			if err := rec.Trace(t, func() float64 { return -s.value }, predictor); err != nil {
				return nil, err
			}
		}
		if last {
			return predictor()
		}
	}
}
