package mfsp

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/methods/nested"
)

const (
	halvings = 20    // of a step that lowers the bound
	rounding = 1e-12 // of the bound, by its size
	far      = 0.1   // a last step, in standard deviations, of an inner loop that has not ended
)

// newtonSpace is what steps of Newton's method work in.
type newtonSpace struct {
	rest   []float64  // N: 1 - w
	step   []float64  // N: da
	from   []float64  // N: a before the step
	k      []float64  // M
	matrix *mat.Dense // M x M: I + A' diag(1 - w) A
	scaled *mat.Dense // N x M
}

func newNewtonSpace(n, m int) newtonSpace {
	return newtonSpace{
		rest: make([]float64, n), step: make([]float64, n), from: make([]float64, n), k: make([]float64, m),
		matrix: mat.NewDense(m, m, nil), scaled: mat.NewDense(n, m, nil),
	}
}

// maximise moves a from where it is to the maximum of F: until a step moves no mean of g
// by more than tolerance standard deviations sigma, or for so many steps. The error is
// nested.ErrFar where the maximum is then still far, or of a matrix that is not finite.
func (f *meanField) maximise(tolerance float64, steps int) error {
	if err := f.prepare(); err != nil {
		return err
	}
	f.moments()
	if math.IsNaN(f.value) || math.IsInf(f.value, 0) {
		clear(f.a) // what was found for another prior may be too large for this one
		f.moments()
	}
	moved := math.Inf(1)
	for i := 0; i < steps && !(moved <= tolerance); i++ {
		var err error
		if moved, err = f.improve(); err != nil {
			return err
		}
	}
	if !(moved <= far) {
		return nested.ErrFar
	}
	return nil
}

// improve goes a step of Newton's method, or the largest of its halves that does not lower
// F. It returns how far the means of g moved, at most, in standard deviations.
func (f *meanField) improve() (moved float64, err error) {
	if err := f.direction(); err != nil {
		return 0, err
	}
	s := &f.newton
	for i, da := range s.step {
		moved = max(moved, math.Abs(da)*f.slope[i]/f.sigma[i])
	}
	copy(s.from, f.a)
	least := f.value - rounding*math.Abs(f.value)
	for range halvings {
		for i, a := range s.from {
			f.a[i] = a + s.step[i]
			s.step[i] /= 2
		}
		if f.moments(); f.value >= least {
			return moved, nil
		}
		moved /= 2
	}
	return moved, nil
}

// direction writes Newton's step to space: with w = t / (t + c (1 - t)) and e the slope
// of F by G,
//
//	k = (I + A' diag(1 - w) A)^-1 A'(w o e),  da = w o (e + A k) / t.
//
// Cost N M^2 + M^3/3 flops.
func (f *meanField) direction() error {
	s := &f.newton
	for i, c := range f.c {
		t := f.slope[i]
		s.rest[i] = c * (1 - t) / (t + c*(1-t))
		s.step[i] = c*(f.g[i]-f.a[i]) - f.solved[i] // e
		s.from[i] = (1 - s.rest[i]) * s.step[i]
	}
	linalg.MulVec(s.k, true, 1, f.pr.A, s.from, 0)
	linalg.WeightedGram(s.matrix, 1, f.pr.A, s.rest, 0, s.scaled)
	addIdentity(s.matrix)
	if err := linalg.Cholesky(s.matrix, s.matrix); err != nil {
		return err
	}
	linalg.SolveVec(s.matrix, s.k)
	linalg.SolveVecT(s.matrix, s.k)
	linalg.MulVec(s.step, false, 1, f.pr.A, s.k, 1)
	for i, c := range f.c {
		t := f.slope[i]
		s.step[i] /= t + c*(1-t)
	}
	return nil
}
