package optim

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

var (
	// errStop ends gonum's loop on our own terms.
	errStop = errors.New("stop")
	// errNowhere ends a line search of gonum that finds no value.
	errNowhere = errors.New("no value")
)

const (
	// fewPairs is the default memory.
	fewPairs = 15
	// maxHalvings is how often a line search reduces its step where there is no value.
	maxHalvings = 100
	// minRelativeIncrease is the relative increase above which a value next to a limit counts as
	// larger, not as rounding.
	minRelativeIncrease = 1e-12
)

// lbfgs maximises a smooth function by the limited-memory BFGS method (Nocedal & Wright, Numerical
// optimization, 2006, algorithm 7.5) of gonum, with Memory pairs. Where a line search finds nothing
// better, the memory is dropped once and the search goes on along the gradient; if that finds
// nothing either, the maximum is reached to rounding. The exception is a line search that rose
// until the objective returned ErrFar, where its conditions cannot be met: the search then goes on
// from its highest point.
//
// An iteration evaluates the objective about once, and takes O(Memory n) time and space.
func (s *Search) lbfgs(ctx context.Context, x []float64) (Result, error) {
	s.unbounded()
	gradient := make([]float64, len(x))
	a, err := newAscent(s, x, gradient)
	if err != nil {
		return Result{}, err
	}
	run := &lbfgs{ascent: a, ctx: ctx, last: slices.Clone(x), lastValue: a.result.Value, gradient: gradient, top: slices.Clone(x)}
	run.begin()

	for {
		before := run.result.Iterations
		if run.flat(run.gradientAt(x)) {
			run.result.Converged = true
			return run.result, nil
		}
		problem := optimize.Problem{
			Func: func(x []float64) float64 { return -run.valueAt(x) },
			Grad: func(dst, x []float64) {
				for i, g := range run.gradientAt(x) {
					dst[i] = -g
				}
			},
		}
		settings := &optimize.Settings{Recorder: run, Converger: optimize.NeverTerminate{}}
		_, err := optimize.Minimize(problem, slices.Clone(x), settings, &optimize.LBFGS{Store: cmp.Or(s.Memory, fewPairs)})
		switch {
		case run.err != nil:
			return run.result, run.err
		case errors.Is(err, errStop):
			return run.result, nil
		case run.result.Iterations == before && run.roseToLimit():
			stop, err := run.accept(run.top, run.topValue)
			if err != nil || stop || run.ends(run.gradientAt(x)) {
				return run.result, err
			}
		case run.result.Iterations == before:
			run.result.Converged = true
			return run.result, nil
		}
		run.begin()
	}
}

// lbfgs is one search. It is the Recorder of gonum's loop, which asks for
// value and gradient one after the other: the last of both is kept.
type lbfgs struct {
	*ascent
	ctx       context.Context
	last      []float64 // where the objective was evaluated last
	lastValue float64
	gradient  []float64 // at last
	nowhere   int       // evaluations in a row that had no value
	err       error

	top      []float64 // the highest point of this line search
	topValue float64
}

// begin begins a line search.
func (s *lbfgs) begin() { s.topValue, s.far = s.result.Value, false }

// roseToLimit says whether a line search found a larger value before the objective
// returned ErrFar.
func (s *lbfgs) roseToLimit() bool {
	return s.far && s.topValue > s.result.Value+minRelativeIncrease*max(1, math.Abs(s.result.Value))
}

// evaluate makes x the point of lastValue and gradient.
func (s *lbfgs) evaluate(x []float64) {
	if slices.Equal(x, s.last) {
		return
	}
	copy(s.last, x)
	s.lastValue = s.value(x, s.gradient)
	if s.nowhere++; !math.IsInf(s.lastValue, -1) {
		s.nowhere = 0
	}
	if s.lastValue > s.topValue {
		s.topValue = s.lastValue
		copy(s.top, x)
	}
}

func (s *lbfgs) valueAt(x []float64) float64 {
	if s.ctx.Err() != nil {
		return math.Inf(-1) // Record ends the search before this is looked at
	}
	s.evaluate(x)
	return s.lastValue
}

func (s *lbfgs) gradientAt(x []float64) []float64 {
	s.evaluate(x)
	return s.gradient
}

// Init is of gonum's Recorder.
func (s *lbfgs) Init() error { return nil }

// Record follows gonum's loop; an error ends it.
func (s *lbfgs) Record(at *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if s.err = s.ctx.Err(); s.err != nil {
		return errStop
	}
	if s.nowhere >= maxHalvings {
		s.nowhere = 0
		return errNowhere
	}
	if op != optimize.MajorIteration || -at.F <= s.result.Value {
		return nil // the first major iteration is the starting point
	}
	var stop bool
	if stop, s.err = s.accept(at.X, -at.F); stop || s.err != nil {
		return errStop
	}
	s.begin()
	if s.ends(s.gradientAt(s.x)) {
		return errStop
	}
	return nil
}
