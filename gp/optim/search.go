package optim

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gpcbench/linalg/engine"
)

// The methods of Maximise.
const (
	LBFGS  = "lbfgs"
	LBFGSB = "lbfgsb" // in a box
	SCG    = "scg"    // scaled conjugate gradients
)

// ErrFar is the error of an objective at points farther away than an iteration may go. A line
// search of "lbfgs" that rises up to such a point does not end a search.
var ErrFar = errors.New("too far for one iteration")

// Search says what to maximise and when to stop. Maximise runs it with the named
// method.
type Search struct {
	// Objective returns the value at x and writes its gradient. An error, or a
	// value that is not finite, says that there is no value at x: the search
	// keeps away from it. At the starting point it ends the search. ErrFar says besides that the
	// objective may well go on rising there.
	Objective func(x, gradient []float64) (float64, error)
	// Iterations is the largest number of iterations; 0 is no limit.
	Iterations int
	// Tolerance ends the search when no element of the gradient is larger; 0 goes
	// on while there is progress.
	Tolerance float64
	// Memory is the number of past steps, with the changes of the gradient, that LBFGS
	// keeps; 0 is 15.
	Memory int
	// Lower and Upper are the bounds of every variable, which may be equal or infinite;
	// nil is none. Only LBFGSB can have them: the others panic.
	Lower, Upper []float64
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

// Maximise searches from x with the method LBFGS, LBFGSB or SCG, and leaves the best
// point found in x. The error is that of ctx, of Accepted, of Objective at the starting
// point, or of bounds with nothing between them.
func (s *Search) Maximise(ctx context.Context, method string, x []float64) (Result, error) {
	switch method {
	case LBFGS:
		return s.lbfgs(ctx, x)
	case LBFGSB:
		return s.lbfgsb(ctx, x)
	case SCG:
		return s.scg(ctx, x)
	}
	panic("optim: Maximise: there is no method " + method)
}

// unbounded panics if there are bounds.
func (s *Search) unbounded() {
	if s.Lower != nil || s.Upper != nil {
		panic("optim: bounds for a method that takes none")
	}
}

// ascent is one run of a Search, whatever the method: its best point and result.
type ascent struct {
	*Search
	x      []float64 // the best so far
	far    bool      // whether the objective has said ErrFar, of L-BFGS in this line search
	result Result
}

// newAscent starts a run at x and writes the gradient there.
func newAscent(s *Search, x, gradient []float64) (*ascent, error) {
	value, err := s.Objective(x, gradient)
	if err != nil {
		return nil, err
	}
	if math.IsNaN(value) || math.IsInf(value, 0) || !engine.Finite(gradient) {
		return nil, fmt.Errorf("optim: the objective is %v at the starting point, or its gradient is not finite", value)
	}
	return &ascent{Search: s, x: x, result: Result{Value: value}}, nil
}

// value returns the objective at x and writes its gradient; where there is no
// value it is minus infinity and the gradient 0.
func (a *ascent) value(x, gradient []float64) float64 {
	value, err := a.Objective(x, gradient)
	a.far = a.far || errors.Is(err, ErrFar)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 1) || !engine.Finite(gradient) {
		clear(gradient)
		return math.Inf(-1)
	}
	return value
}

// accept makes x, with a larger value, the best so far: an iteration is done.
// It says whether Accepted ends the search.
func (a *ascent) accept(x []float64, value float64) (stop bool, err error) {
	copy(a.x, x)
	a.result.Value = value
	a.result.Iterations++
	if a.Accepted == nil {
		return false, nil
	}
	return a.Accepted(a.result.Iterations, a.x, value)
}

// ends says whether the search ends at the best point, which has this gradient.
func (a *ascent) ends(gradient []float64) bool {
	a.result.Converged = a.flat(gradient)
	return a.result.Converged || a.result.Iterations == a.Iterations
}

// flat says whether a gradient meets the tolerance.
func (a *ascent) flat(gradient []float64) bool {
	for _, g := range gradient {
		if math.Abs(g) > a.Tolerance {
			return false
		}
	}
	return true
}
