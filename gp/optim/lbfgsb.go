package optim

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

const (
	curvaturePairs = 5
	steepest       = 1e60 // the largest derivative that is not scaled down
)

// lbfgsb maximises a smooth function in a box, Lower <= x <= Upper, by the limited-memory
// BFGS method of Byrd, Lu, Nocedal and Zhu (A limited memory algorithm for bound
// constrained optimization, SIAM Journal on Scientific Computing 16, 1995: byrd1995), with
// the line search and the constants of their program (Zhu, Byrd, Lu and Nocedal, Algorithm
// 778: L-BFGS-B, ACM Transactions on Mathematical Software 23, 1997: zhu1997) and its 5
// pairs. In an iteration, for minus the objective,
//
//  1. the generalised Cauchy point, where the quadratic model of the function first has a
//     minimum along the projected gradient path, says which variables are on their bounds
//     (byrd1995, section 4);
//  2. the model is minimised over the other variables, and the way there shortened to what
//     the box allows (section 5.1; the projection onto the box that Morales and Nocedal put
//     in its place in a remark on algorithm 778, 2011, is not made);
//  3. a line search towards that point, which does not leave the box, finds a step with the
//     strong Wolfe conditions (section 6), the first step being of length 1 at most;
//  4. the step and the change of the gradient become a pair of the model unless they show
//     no positive curvature (3.9).
//
// The search starts at the point of the box that is nearest to x. It ends where no element
// of the projected gradient P(x + gradient) - x is larger than Tolerance. Where a line
// search finds nothing better, the pairs are dropped and the search goes on along the
// projected gradient; if that finds nothing either, the maximum is there as far as rounding
// lets one see.
//
// An iteration evaluates the objective about once, and takes O(m^2 n) time and O(m n) space
// beside that, for m = 5 pairs.
func (s *Search) lbfgsb(ctx context.Context, x []float64) (Result, error) {
	within, err := newBox(s.Lower, s.Upper, len(x))
	if err != nil {
		return Result{}, err
	}
	within.project(x)
	uphill := make([]float64, len(x))
	a, err := newAscent(s, x, uphill)
	if err != nil {
		return Result{}, err
	}
	run := &lbfgsb{ascent: a, within: within, unit: max(1, floats.Norm(uphill, math.Inf(1))/steepest), projected: make([]float64, len(x))}
	run.gradient = run.downhill(uphill)
	run.model.forget()
	for !run.stationary() {
		moved, stop, err := run.step(ctx)
		switch {
		case stop || err != nil:
			return run.result, err
		case moved && run.result.Iterations == run.Iterations:
			run.stationary()
			return run.result, nil
		case !moved && run.model.size() == 0:
			run.result.Converged = true
			return run.result, nil
		case !moved:
			run.model.forget()
		}
	}
	return run.result, nil
}

// lbfgsb is one search. Within it minus the objective over unit is minimised.
type lbfgsb struct {
	*ascent
	within    box
	unit      float64 // 1, unless squares of the gradient are beyond the numbers
	model     curvature
	gradient  []float64 // of what is minimised, at x
	projected []float64 // the same, projected
}

// downhill returns the gradient of what is minimised.
func (s *lbfgsb) downhill(uphill []float64) []float64 {
	out := slices.Clone(uphill)
	floats.Scale(-1/s.unit, out)
	return out
}

// present returns what is minimised, at x.
func (s *lbfgsb) present() float64 { return -s.result.Value / s.unit }

// stationary says whether the projected gradient meets the tolerance.
func (s *lbfgsb) stationary() bool {
	s.within.projected(s.projected, s.x, s.gradient)
	s.result.Converged = s.flat(s.projected)
	return s.result.Converged
}

// step does an iteration. It says whether it found a better point, and whether Accepted
// ends the search there.
func (s *lbfgsb) step(ctx context.Context) (moved, stop bool, err error) {
	direction := s.direction()
	next, ok, err := s.search(ctx, direction)
	if !ok || err != nil {
		return false, false, err
	}
	move, change := make([]float64, len(s.x)), make([]float64, len(s.x))
	floats.SubTo(move, next.x, s.x)
	floats.SubTo(change, next.gradient, s.gradient)
	if floats.Dot(move, change) > -rounding*floats.Dot(s.gradient, move) { // zhu1997's form of (3.9)
		s.model.add(move, change, curvaturePairs)
	}
	s.gradient = next.gradient
	stop, err = s.accept(next.x, next.objective)
	return true, stop, err
}

// direction returns the way to the minimum of the model.
func (s *lbfgsb) direction() []float64 {
	point := make([]float64, len(s.x))
	change := s.model.cauchyPoint(point, s.x, s.gradient, s.within)
	s.model.subspaceMinimum(point, change, s.x, s.gradient, s.within)
	floats.Sub(point, s.x)
	return point
}

// visited is a point where the objective was evaluated.
type visited struct {
	x         []float64
	objective float64   // the value of Objective
	value     float64   // of what is minimised
	gradient  []float64 // of the same
	slope     float64   // along the direction
}

// visit evaluates the objective a step along the direction.
func (s *lbfgsb) visit(direction []float64, step float64) visited {
	x, gradient := make([]float64, len(s.x)), make([]float64, len(s.x))
	floats.AddScaledTo(x, s.x, step, direction)
	s.within.project(x) // rounding may lead out
	objective := s.value(x, gradient)
	floats.Scale(-1/s.unit, gradient)
	return visited{x, objective, -objective / s.unit, gradient, floats.Dot(gradient, direction)}
}

// search returns a better point along the direction, if it finds one. If there is no
// value at a step, it starts again with half that step as the largest.
func (s *lbfgsb) search(ctx context.Context, direction []float64) (visited, bool, error) {
	slope := floats.Dot(s.gradient, direction)
	if !(slope < 0) || math.IsInf(slope, -1) {
		return visited{}, false, nil
	}
	step, most := 1.0, s.within.reach(s.x, direction, farthest)
	if s.model.size() == 0 {
		step, most = min(1, 1/floats.Norm(direction, 2)), 1
	}
	line := newWolfe(s.present(), slope, step, most)
	for looked, halved := 0, 0; looked < evaluations && halved < maxHalvings; {
		if err := ctx.Err(); err != nil {
			return visited{}, false, err
		}
		next := s.visit(direction, line.step)
		if math.IsInf(next.value, 1) {
			most = line.step / 2
			line = newWolfe(s.present(), slope, most, most)
			halved++
			continue
		}
		looked++
		if line.done(next.value, next.slope) {
			return next, next.objective > s.result.Value, nil
		}
	}
	return visited{}, false, nil
}
