package work

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/methods/method"
)

// fitted is a model with the results of the fit.
type fitted struct {
	model    method.Predictor
	inducing int // actual M, 0 without inducing inputs
	timing   record.Timing
	trace    []record.Point
	events   map[string]int
	about    map[string]string // provenance that an external program reports
	outside  *outside          // environment of that program
}

// train fits the method of a request's cell to the training rows. The clock runs while the
// method does, but not while the recorder predicts the test rows for the trace. Without
// test rows it predicts none.
// The fit continues from the checkpoint file, if there is one, and rewrites it from time to
// time; if its name is empty, there are no checkpoints. If a fit that continued from a
// checkpoint fails, for whatever reason, it starts anew without it. Even with an error, fitted
// describes the fit so far.
func train(ctx context.Context, classifier method.Classifier, p *prepared, test *testSet, q Request) (fitted, error) {
	task, err := taskOf(ctx, p, q.Cell)
	if err != nil {
		return fitted{}, err
	}
	outside, err := outsideOf(p, q)
	if err != nil {
		return fitted{}, err
	}
	task.Outside = outside.given(test != nil)
	r := newRecorder(test, q)
	q.anew(r.useless)
	model, err := goOn(ctx, classifier, task, r)
	if err != nil && r.stateIter > 0 && ctx.Err() == nil {
		q.anew("cannot be used: " + err.Error())
		if err := errors.Join(os.Remove(q.Checkpoint), outside.anew()); err != nil {
			return fitted{outside: outside}, fmt.Errorf("the checkpoint cannot be used, nor deleted: %w", err)
		}
		r = newRecorder(test, q)
		model, err = timed(ctx, classifier, task, r)
	}
	if traced, ok := model.(method.Traced); ok && err == nil {
		err = scoreAlong(r, traced)
	}
	if absent, ok := errors.AsType[*method.AbsentClassError](err); ok {
		absent.Name = p.dataset.ClassNames[absent.Class] // methods know classes by number
		err = absent                                     // an error that wraps it has the number in its text
	}
	return fitted{model: model, inducing: r.inducing, timing: r.timing(), trace: r.trace, events: r.events, about: r.about, outside: outside}, err
}

// taskOf returns what the method of a cell is trained on, with the kernel of another fit if it starts from that.
func taskOf(ctx context.Context, p *prepared, c record.Cell) (method.Task, error) {
	task := method.Task{
		Kind: p.dataset.Kind, Classes: len(p.dataset.ClassNames), Train: p.train,
		Stream: func(purpose string) *rand.Rand { return rows.Stream(c.Seed, c.Dataset, c.Repeat, purpose) },
	}
	if len(c.KernelOf) == 0 {
		return task, nil
	}
	var err error
	task.Kernel, err = bestKernel(ctx, task, c)
	return task, err
}

// timed fits with the recorder's clock running.
func timed(ctx context.Context, classifier method.Classifier, task method.Task, r *recorder) (method.Predictor, error) {
	r.clock.start()
	defer r.clock.stop()
	return classifier.Fit(ctx, task, r)
}

// goOn is timed for a fit that may continue from a checkpoint. If it does, a panic becomes an error.
func goOn(ctx context.Context, classifier method.Classifier, task method.Task, r *recorder) (model method.Predictor, err error) {
	defer func() {
		if p := recover(); p != nil {
			if r.stateIter == 0 {
				panic(p)
			}
			err = fmt.Errorf("the checkpoint cannot be used: %v", p)
		}
	}()
	return timed(ctx, classifier, task, r)
}

// Trouble returns what a user should know about how a fit went, to print after its time; "" if all went well.
func Trouble(timing record.Timing, events map[string]int) string {
	var text []string
	if bad := events[method.EventNotConverged]; bad > 0 {
		text = append(text, fmt.Sprintf("NOT CONVERGED in %d latent values", bad))
	}
	if timing.Stalled() {
		text = append(text, fmt.Sprintf("of which %.1f s on a processor: the process was stopped, or the machine slept or was busy", timing.CPUSeconds))
	}
	return strings.Join(text, ", ")
}
