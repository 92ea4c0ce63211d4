package optim

import (
	"fmt"
	"math"
)

// box is the points with lower <= x <= upper, element by element.
type box struct{ lower, upper []float64 }

// newBox returns the box of n variables with these bounds; nil means no bounds.
func newBox(lower, upper []float64, n int) (box, error) {
	if lower == nil {
		lower = constant(n, math.Inf(-1))
	}
	if upper == nil {
		upper = constant(n, math.Inf(1))
	}
	if len(lower) != n || len(upper) != n {
		return box{}, fmt.Errorf("optim: %d lower and %d upper bounds for %d variables", len(lower), len(upper), n)
	}
	for i := range n {
		if !(lower[i] <= upper[i]) || math.IsInf(lower[i], 1) || math.IsInf(upper[i], -1) {
			return box{}, fmt.Errorf("optim: variable %d has the bounds %v and %v, with nothing between them", i, lower[i], upper[i])
		}
	}
	return box{lower, upper}, nil
}

func constant(n int, v float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}

// nearest returns the value of variable i in the box that is nearest to v.
func (b box) nearest(i int, v float64) float64 { return min(max(v, b.lower[i]), b.upper[i]) }

// project moves x to the nearest point of the box.
func (b box) project(x []float64) {
	for i, v := range x {
		x[i] = b.nearest(i, v)
	}
}

// inside says whether variable i is on neither of its bounds.
func (b box) inside(i int, v float64) bool { return b.lower[i] < v && v < b.upper[i] }

// step returns how many times d variable i can go from v within the box, which may be
// infinitely often.
func (b box) step(i int, v, d float64) float64 {
	switch {
	case d > 0:
		return (b.upper[i] - v) / d
	case d < 0:
		return (b.lower[i] - v) / d
	}
	return math.Inf(1)
}

// reach returns the largest step for which x + step d is in the box, but no more than most.
func (b box) reach(x, d []float64, most float64) float64 {
	for i, v := range x {
		most = min(most, b.step(i, v, d[i]))
	}
	return most
}

// projected writes P(x - g) - x, the projected gradient of byrd1995 (6.1) to be minimised
// along: where it is 0, x meets the first-order conditions of a minimum in the box.
func (b box) projected(dst, x, g []float64) {
	for i, v := range x {
		dst[i] = b.nearest(i, v-g[i]) - v
	}
}
