package mfsp

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/methods/nested"
)

// objective is a bound as a function of its free parameters, for the prior as it is.
type objective interface {
	// prepare works out what depends on the prior alone. The error is of a matrix that is
	// not finite.
	prepare() error
	// free returns the free parameters, which may be written to.
	free() []float64
	// evaluate works out all there is for the free parameters, and bound returns the bound.
	evaluate()
	bound() float64
	// direction writes Newton's step, and returns how far it takes a mean of g, at most, in
	// standard deviations.
	direction(step []float64) (moved float64, err error)
}

const (
	halvings = 20    // of a step that lowers the bound
	rounding = 1e-12 // of the bound, by its size
	far      = 0.1   // a last step, in standard deviations, of an inner loop that has not ended
)

// maximise moves the free parameters from where they are to the maximum of the bound: until a
// step moves no mean of g by more than tolerance standard deviations, for so many steps, or until
// the budget is over. It says whether it converged. The error is nested.ErrFar where the maximum
// is then still far, or of a matrix that is not finite.
func maximise(o objective, tolerance float64, steps int, over func() bool) (converged bool, err error) {
	if err := o.prepare(); err != nil {
		return false, err
	}
	o.evaluate()
	if math.IsNaN(o.bound()) || math.IsInf(o.bound(), 0) {
		clear(o.free()) // parameters found for another prior may be too large for this one
		o.evaluate()
	}
	moved, rose := math.Inf(1), true
	step, from := make([]float64, len(o.free())), make([]float64, len(o.free()))
	for i := 0; i < steps && !(moved <= tolerance) && (i == 0 || !over()); i++ {
		if moved, err = o.direction(step); err != nil {
			return false, err
		}
		copy(from, o.free())
		share := 0.0
		share, rose = ascend(o, from, step)
		moved *= share
	}
	if !(moved <= far) {
		return false, nested.ErrFar
	}
	return rose && moved <= tolerance, nil
}

// ascend takes a step, halved until it does not lower the bound, and returns the
// share taken. If all lower it, ok is false.
func ascend(o objective, from, step []float64) (share float64, ok bool) {
	least := o.bound() - rounding*math.Abs(o.bound())
	share = 1
	for range halvings {
		x := o.free()
		for i, v := range from {
			x[i] = v + share*step[i]
		}
		if o.evaluate(); o.bound() >= least {
			return share, true
		}
		share /= 2
	}
	return share, false
}

// newton is the space for steps of Newton's method.
type newton struct {
	weight []float64  // N
	rhs    []float64  // N
	k      []float64  // M
	matrix *mat.Dense // M x M
	scaled *mat.Dense // N x M
}

func newNewton(n, m int) newton {
	return newton{
		weight: make([]float64, n), rhs: make([]float64, n), k: make([]float64, m),
		matrix: mat.NewDense(m, m, nil), scaled: mat.NewDense(n, m, nil),
	}
}

// solve replaces k by (I + A' diag(weight) A)^-1 k. Cost N M^2 + M^3/3 flops.
func (s *newton) solve(a *mat.Dense) error {
	linalg.WeightedGram(s.matrix, 1, a, s.weight, 0, s.scaled)
	addIdentity(s.matrix)
	if err := linalg.Cholesky(s.matrix, s.matrix); err != nil {
		return err
	}
	linalg.SolveVec(s.matrix, s.k)
	linalg.SolveVecT(s.matrix, s.k)
	return nil
}
