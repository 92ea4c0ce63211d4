package optim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// LBFGS maximises a smooth function by the limited-memory BFGS method (Nocedal
// & Wright, Numerical optimization, 2006, algorithm 7.5) of gonum, with 15
// pairs. Where a line search finds nothing better, the memory is dropped once
// and the search goes on along the gradient; if that finds nothing either, the
// maximum is there as far as rounding lets one see.
type LBFGS struct {
	// Objective returns the value at x and writes its gradient. An error, or a
	// value that is not finite, says that there is no value at x: the line search
	// keeps away from it. At the starting point it ends the search.
	Objective func(x, gradient []float64) (float64, error)
	// Iterations is the largest number of iterations; 0 is no limit.
	Iterations int
	// Tolerance ends the search when no element of the gradient is larger; 0 goes
	// on while there is progress.
	Tolerance float64
	// Accepted, if not nil, is called after each iteration t, counted from 1, with
	// the best x so far and its value; it must not change x. true ends the search.
	Accepted func(t int, x []float64, value float64) (stop bool, err error)
}

// Result says how a search ended.
type Result struct {
	Value      float64
	Iterations int
	// Converged says that the gradient met the tolerance or no progress was left,
	// rather than that Iterations or Accepted ended the search.
	Converged bool
}

// errStop ends gonum's loop on our own terms.
var errStop = errors.New("stop")

// Maximise searches from x, and leaves the best point found there. The error
// is that of ctx, of Accepted, or of Objective at the starting point.
func (l *LBFGS) Maximise(ctx context.Context, x []float64) (Result, error) {
	s := &search{LBFGS: l, ctx: ctx, x: x, gradient: make([]float64, len(x)), last: make([]float64, len(x))}
	value, err := l.Objective(x, s.gradient)
	if err != nil {
		return Result{}, err
	}
	if math.IsNaN(value) || math.IsInf(value, 0) || !finite(s.gradient) {
		return Result{}, fmt.Errorf("optim: the objective is %v at the starting point, or its gradient is not finite", value)
	}
	s.result.Value = value
	copy(s.last, x)
	s.lastValue = value

	for {
		before := s.result.Iterations
		if s.flat(s.gradientAt(x)) {
			s.result.Converged = true
			return s.result, nil
		}
		problem := optimize.Problem{
			Func: func(x []float64) float64 { return -s.value(x) },
			Grad: func(dst, x []float64) {
				for i, g := range s.gradientAt(x) {
					dst[i] = -g
				}
			},
		}
		settings := &optimize.Settings{Recorder: s, Converger: optimize.NeverTerminate{}}
		_, err := optimize.Minimize(problem, slices.Clone(x), settings, &optimize.LBFGS{Store: 15})
		switch {
		case s.err != nil:
			return s.result, s.err
		case errors.Is(err, errStop):
			return s.result, nil
		case s.result.Iterations == before:
			s.result.Converged = true
			return s.result, nil
		}
	}
}

// search is one call of Maximise. It is the Recorder of gonum's loop.
type search struct {
	*LBFGS
	ctx       context.Context
	x         []float64 // the best so far
	last      []float64 // where the objective was evaluated last
	lastValue float64
	gradient  []float64 // at last
	result    Result
	err       error
}

// evaluate makes x the point of lastValue and gradient.
func (s *search) evaluate(x []float64) {
	if slices.Equal(x, s.last) {
		return
	}
	copy(s.last, x)
	value, err := s.Objective(x, s.gradient)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 1) || !finite(s.gradient) {
		value = math.Inf(-1)
		clear(s.gradient)
	}
	s.lastValue = value
}

func (s *search) value(x []float64) float64 {
	if s.ctx.Err() != nil {
		return math.Inf(-1) // Record ends the search before this is looked at
	}
	s.evaluate(x)
	return s.lastValue
}

func (s *search) gradientAt(x []float64) []float64 {
	s.evaluate(x)
	return s.gradient
}

// flat says whether a gradient meets the tolerance.
func (s *search) flat(gradient []float64) bool {
	for _, g := range gradient {
		if math.Abs(g) > s.Tolerance {
			return false
		}
	}
	return true
}

// Init is of gonum's Recorder.
func (s *search) Init() error { return nil }

// Record follows gonum's loop; an error ends it.
func (s *search) Record(at *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if err := s.ctx.Err(); err != nil {
		s.err = err
		return errStop
	}
	if op != optimize.MajorIteration || -at.F <= s.result.Value {
		return nil // the first major iteration is the starting point
	}
	copy(s.x, at.X)
	s.result.Value = -at.F
	s.result.Iterations++
	if s.Accepted != nil {
		stop, err := s.Accepted(s.result.Iterations, s.x, s.result.Value)
		if err != nil {
			s.err = err
		}
		if stop || err != nil {
			return errStop
		}
	}
	if s.flat(s.gradientAt(s.x)) {
		s.result.Converged = true
		return errStop
	}
	if s.result.Iterations == s.Iterations {
		return errStop
	}
	return nil
}
