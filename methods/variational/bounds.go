package variational

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// checkBounds returns what is wrong with the option bounds for priors that a fit starts
// from.
func (s Settings) checkBounds(priors []*sparse.Prior) error {
	wrong := func(format string, v ...any) error {
		return &method.OptionError{Key: "bounds", Problem: fmt.Sprintf(format, v...)}
	}
	switch {
	case s.Bounds.None():
		return nil
	case s.Optimiser != "lbfgs":
		return wrong("only lbfgs takes bounds, and the optimiser is %s", s.Optimiser)
	case !s.Has("kernel"):
		return wrong("they are those of kernel parameters, which learn does not name")
	}
	kernel := priors[0].Kernel // all start from the same parameters
	start := make([]float64, kernel.NumParams())
	kernel.Params(start)
	for i, name := range kernel.Names() {
		v := start[i]
		if isLengthscale(name) {
			name, v = strings.Replace(name, "log ", "log squared ", 1), 2*v
		}
		if v < s.Bounds.Low || v > s.Bounds.High {
			return wrong("%s starts at %.4g, which is not within [%v, %v]", name, v, s.Bounds.Low, s.Bounds.High)
		}
	}
	return nil
}

func isLengthscale(name string) bool { return strings.HasPrefix(name, "log lengthscale") }

// boundedSearch is a search in the box of the option bounds. What the box is of is what is
// stepped: where x of the fit has the logarithm of a lengthscale, that of the search has
// twice as much.
type boundedSearch struct {
	lower, upper []float64
	lengthscales []int     // their places in x
	x            []float64 // of the fit
}

// newBoundedSearch returns the search over the first size elements of x, which are q or
// everything.
func (f *fit) newBoundedSearch(size int) *boundedSearch {
	b := &boundedSearch{x: slices.Clone(f.x[:size])}
	names := f.elbo.priors[0].Kernel.Names()
	for i := range size {
		low, high := math.Inf(-1), math.Inf(1)
		if theta := i - f.layout.q(); theta >= 0 && theta < f.layout.theta() {
			low, high = f.Bounds.Low, f.Bounds.High
			if isLengthscale(names[theta%len(names)]) {
				b.lengthscales = append(b.lengthscales, i)
			}
		}
		b.lower, b.upper = append(b.lower, low), append(b.upper, high)
	}
	return b
}

// maximise runs a search whose functions take x of the fit.
func (b *boundedSearch) maximise(ctx context.Context, inner optim.Search) (optim.Result, error) {
	outer := inner
	outer.Lower, outer.Upper = b.lower, b.upper
	outer.Objective = b.objective(inner.Objective)
	outer.Accepted = func(t int, x []float64, value float64) (bool, error) {
		b.read(x)
		return inner.Accepted(t, b.x, value)
	}
	start := slices.Clone(b.x)
	b.scale(start, 2)
	return outer.Maximise(ctx, "lbfgsb", start)
}

// objective makes a function of x of the search of one of x of the fit.
func (b *boundedSearch) objective(inner func(x, grad []float64) (float64, error)) func(x, grad []float64) (float64, error) {
	return func(x, grad []float64) (float64, error) {
		b.read(x)
		v, err := inner(b.x, grad)
		b.scale(grad, 0.5)
		return v, err
	}
}

// read takes x of the search.
func (b *boundedSearch) read(x []float64) {
	copy(b.x, x)
	b.scale(b.x, 0.5)
}

// scale multiplies what belongs to lengthscales.
func (b *boundedSearch) scale(v []float64, by float64) {
	for _, i := range b.lengthscales {
		v[i] *= by
	}
}
