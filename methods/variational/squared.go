package variational

import (
	"context"
	"slices"

	"gpcbench/gp/optim"
)

// squares says whether steps are in the logarithm of a squared lengthscale, which is
// twice that of the lengthscale in x of the fit.
func (f *fit) squares() bool { return f.SquaredLengthscales || !f.Bounds.None() }

// scaleLengthscales multiplies the lengthscale elements of a vector laid out as x, or as
// the beginning of x.
func (f *fit) scaleLengthscales(v []float64, by float64) {
	for _, i := range f.lengthscales {
		if at := f.layout.q() + i; at < len(v) {
			v[at] *= by
		}
	}
}

// squaredSearch is a search over squared lengthscales for functions of x of the fit.
type squaredSearch struct {
	*fit
	inner optim.Search
	x     []float64 // of the fit
}

// maximiseSquared runs a search over the first size elements of x, in the box of the
// option bounds if there is one.
func (f *fit) maximiseSquared(ctx context.Context, inner *optim.Search, size int) (optim.Result, error) {
	s := &squaredSearch{fit: f, inner: *inner, x: slices.Clone(f.x[:size])}
	outer := *inner
	outer.Objective, outer.Accepted = s.objective, s.accepted
	method := f.Optimiser
	if !f.Bounds.None() {
		method = optim.LBFGSB
		outer.Lower, outer.Upper = f.limits(size)
	}
	start := slices.Clone(s.x)
	f.scaleLengthscales(start, 2)
	return outer.Maximise(ctx, method, start)
}

// read takes x of the search.
func (s *squaredSearch) read(x []float64) {
	copy(s.x, x)
	s.scaleLengthscales(s.x, 0.5)
}

func (s *squaredSearch) objective(x, grad []float64) (float64, error) {
	s.read(x)
	v, err := s.inner.Objective(s.x, grad)
	s.scaleLengthscales(grad, 0.5)
	return v, err
}

func (s *squaredSearch) accepted(t int, x []float64, value float64) (bool, error) {
	s.read(x)
	return s.inner.Accepted(t, s.x, value)
}
