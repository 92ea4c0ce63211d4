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
	method.Weight
}

// New returns the defaults.
func New() *Config {
	return &Config{
		Scaling:  method.Scaling{Standardise: true},
		Schedule: method.Schedule{Iterations: 100},
		Weight:   method.DefaultWeight(),
	}
}

// Fit trains on task.Train: binary or multi-class, with a row of every class.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if task.Kind != data.Binary && task.Kind != data.Multiclass {
		return nil, fmt.Errorf("logistic: the method is for binary and multi-class tasks, not for %s", task.Kind)
	}
	if err := method.CheckClasses(task); err != nil {
		return nil, fmt.Errorf("logistic: %w", err)
	}
	weight, err := c.weight(ctx, task, rec)
	if err != nil {
		return nil, err
	}
	l := newLoss(ctx, task, weight)
	over := func() bool { return c.Expired(rec.Elapsed()) }
	s, err := newSearch(l, nil, over)
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
		last := !progress || t == c.Iterations || largest(s.gradient) <= tolerance || over()
		if due := rec.Iterated(t); last || due {
			if err := rec.Trace(t, func() float64 { return -s.value }, predictor); err != nil {
				return nil, err
			}
		}
		if last {
			if progress && largest(s.gradient) > tolerance {
				rec.Event(method.EventSearchNotConverged, 1)
			}
			return predictor()
		}
	}
}
