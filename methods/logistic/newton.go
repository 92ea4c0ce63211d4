package logistic

import (
	"math"
)

// Constants of the search.
const (
	// armijo is the fraction of the decrease promised by the gradient that a
	// step must bring (Nocedal & Wright 2006, section 3.1).
	armijo = 1e-4
	// rounding is the relative size below which differences of F, a sum of many
	// terms, are not to be trusted. There a step counts if it shrinks the gradient.
	rounding = 1e-12
	// maxProducts bounds the conjugate gradients of a step.
	maxProducts = 500
)

// search is Newton's method on a loss.
type search struct {
	loss     *loss
	w        []float64
	value    float64     // F(w)
	gradient []float64   // dF/dw
	start    float64     // norm of the gradient at 0, where there is no penalty
	over     func() bool // says whether the time is up: a step then ends soon

	stand                                   *preconditioner
	direction, residual, conjugate, product []float64
	scaled                                  []float64
	tryW, tryGradient                       []float64
}

// newSearch returns the search from 0, or from the end of a search on the same rows with another
// penalty.
func newSearch(l *loss, before *search, over func() bool) (*search, error) {
	n := l.size()
	s := &search{loss: l, over: over, stand: newPreconditioner(l)}
	for _, v := range []*[]float64{&s.w, &s.gradient, &s.direction, &s.residual, &s.conjugate, &s.product, &s.scaled, &s.tryW, &s.tryGradient} {
		*v = make([]float64, n)
	}
	if before != nil {
		copy(s.w, before.w)
	}
	var err error
	s.value, err = l.gradient(s.gradient, s.w)
	s.start = norm(s.gradient)
	if before != nil {
		s.start = before.start
	}
	return s, err
}

// step takes one Newton step and says whether it brought progress.
func (s *search) step() (bool, error) {
	if norm(s.gradient) <= rounding*s.start {
		return false, nil
	}
	if err := s.solve(); err != nil {
		return false, err
	}
	slope := dot(s.gradient, s.direction)
	if slope >= 0 {
		return false, nil
	}
	for length := 1.0; length > 1e-10; length /= 2 {
		for j, d := range s.direction {
			s.tryW[j] = s.w[j] + length*d
		}
		value, err := s.loss.gradient(s.tryGradient, s.tryW)
		if err != nil {
			return false, err
		}
		enough := value <= s.value+armijo*length*slope
		level := math.Abs(value-s.value) <= rounding*math.Abs(s.value) && norm(s.tryGradient) < 0.5*norm(s.gradient)
		if enough || level {
			s.w, s.tryW = s.tryW, s.w
			s.gradient, s.tryGradient = s.tryGradient, s.gradient
			s.value = value
			return true, nil
		}
	}
	return false, nil
}

// solve makes direction the solution of H direction = -gradient by preconditioned conjugate
// gradients, to a residual that shrinks with the gradient, so that the convergence of the
// steps is superlinear. If the time is up, the direction is that of the products so far,
// along which F also falls.
func (s *search) solve() error {
	s.stand.update()
	clear(s.direction)
	for j, g := range s.gradient {
		s.residual[j] = -g
	}
	s.stand.solve(s.conjugate, s.residual)
	squared := dot(s.residual, s.conjugate)
	size := norm(s.residual)
	enough := size * min(0.3, math.Sqrt(size/s.start))
	for range min(maxProducts, 2*len(s.w)) {
		if err := s.loss.curvature(s.product, s.w, s.conjugate); err != nil {
			return err
		}
		bend := dot(s.conjugate, s.product)
		if bend <= 0 {
			return nil // flat to rounding
		}
		length := squared / bend
		for j, c := range s.conjugate {
			s.direction[j] += length * c
			s.residual[j] -= length * s.product[j]
		}
		if norm(s.residual) <= enough || s.over() {
			return nil
		}
		s.stand.solve(s.scaled, s.residual)
		next := dot(s.residual, s.scaled)
		for j, r := range s.scaled {
			s.conjugate[j] = r + next/squared*s.conjugate[j]
		}
		squared = next
	}
	return nil
}

func dot(a, b []float64) float64 {
	var s float64
	for j, v := range a {
		s += v * b[j]
	}
	return s
}

func norm(a []float64) float64 { return math.Sqrt(dot(a, a)) }

// largest returns the largest absolute value in a.
func largest(a []float64) float64 {
	var m float64
	for _, v := range a {
		m = max(m, math.Abs(v))
	}
	return m
}
