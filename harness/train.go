package harness

import (
	"context"
	"errors"
	"math/rand/v2"

	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// fitted is a model with what the fit has left to tell.
type fitted struct {
	model    method.Predictor
	inducing int // M as it was, 0 without inducing inputs
	timing   record.Timing
	trace    []record.Point
	events   map[string]int
}

// train fits the method of a request's cell to the training rows. The clock runs while the
// method does, and not while the recorder predicts the test rows for the trace; without
// test rows it predicts none.
// The fit goes on from the checkpoint file, if there is one, and writes it anew
// from time to time; none is made if its name is empty. With an error, too, what
// is fitted tells of the fit up to there.
func train(ctx context.Context, classifier method.Classifier, p *prepared, test *testSet, q request) (fitted, error) {
	task := method.Task{
		Kind: p.dataset.Kind, Classes: len(p.dataset.ClassNames), Train: p.train,
		Stream: func(purpose string) *rand.Rand { return stream(q.Cell.Seed, q.Cell.Dataset, q.Cell.Repeat, purpose) },
	}
	r := newRecorder(test, q.Checkpoint, q.Every)
	r.tell, r.follow = q.tell, q.Follow
	r.clock.start()
	model, err := classifier.Fit(ctx, task, r)
	r.clock.stop()
	if absent, ok := errors.AsType[*method.AbsentClassError](err); ok {
		absent.Name = p.dataset.ClassNames[absent.Class] // methods know classes by number
		err = absent                                     // an error around it has the number in its text
	}
	return fitted{
		model: model, inducing: r.inducing, trace: r.trace, events: r.events,
		timing: record.Timing{
			WallSeconds: r.clock.wall.Seconds(), CPUSeconds: r.clock.cpu.Seconds(), SetUpSeconds: r.setUp.Seconds(), CPUParts: r.parts, PeakRSS: peakRSS(), Iterations: r.iteration,
		},
	}, err
}
