package variational

import (
	"fmt"
	"math"
	"strings"

	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// checkBounds returns an error if the priors that a fit starts from are not within the
// option bounds.
func (s Settings) checkBounds(priors []*sparse.Prior) error {
	if s.Bounds.None() {
		return nil
	}
	k := priors[0].Kernel // all start from the same parameters
	start := make([]float64, k.NumParams())
	k.Params(start)
	for i, name := range k.Names() {
		v := start[i]
		if kernel.IsLengthscale(name) {
			name, v = strings.Replace(name, "log ", "log squared ", 1), 2*v
		}
		if v < s.Bounds.Low || v > s.Bounds.High {
			return &method.OptionError{Key: "bounds", Problem: fmt.Sprintf("%s starts at %.4g, which is not within [%v, %v]", name, v, s.Bounds.Low, s.Bounds.High)}
		}
	}
	return nil
}

// limits returns the bounds of the first size elements of x, which are q or everything;
// nil if there are none.
func (f *fit) limits(size int) (lower, upper []float64) {
	if f.Bounds.None() {
		return nil, nil
	}
	kernels := f.layout.q()
	for i := range size {
		low, high := math.Inf(-1), math.Inf(1)
		if i >= kernels && i < kernels+f.layout.theta() {
			low, high = f.Bounds.Low, f.Bounds.High
		}
		lower, upper = append(lower, low), append(upper, high)
	}
	return lower, upper
}
