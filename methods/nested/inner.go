package nested

import (
	"errors"
	"fmt"

	"gpcbench/gp/kernel"
	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// Inner is the inner loop of a method. It works on the groups of a fit.
type Inner interface {
	// Converge runs the inner loop for the present priors and projections of the groups,
	// starting from State. ErrFar says that it ended far from convergence; any other error
	// says that there is no solution.
	Converge() error
	// Value returns the objective where Converge ended.
	Value() float64
	// Gradient adds the derivatives of the objective there by kernel and inducing inputs of
	// a group. Groups are worked out side by side; those of one worker of threads.Do over
	// them come one after the other.
	Gradient(to sparse.Gradient, g *Group, worker int)
	// State is where Converge starts and ends. The fit writes to it.
	State() []float64
	// Predictor returns the model where Converge ended.
	Predictor() (method.Predictor, error)
}

// Coarse is an inner loop that may end at some distance from its solution while a search is far from its end.
type Coarse interface {
	Inner
	// Resolve makes later ends as near to the solution as a gain of the objective asks for, the nearest if it is 0. It
	// returns false if they are as near already.
	Resolve(gain float64) (finer bool)
}

// ErrFar is an inner loop that ended far from convergence. The objective then means
// nothing, and a search avoids the point.
var ErrFar = errors.New("the inner loop found no fixed point")

// errTooFar is the ErrFar of a step that is too long: the next iteration may go on there.
var errTooFar = fmt.Errorf("%w: %w", ErrFar, optim.ErrFar)

// Group is a prior with the projection of all training rows on it.
type Group struct {
	Prior      *sparse.Prior
	Projection *sparse.Projection

	initial kernel.Kernel
}
