package optim

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// cauchyPoint writes the generalised Cauchy point: the first local minimum of the model
//
//	m(x) = f + g'(x - x_k) + (x - x_k)' B (x - x_k) / 2
//
// along the projected gradient path x(t) = P(x_k - t g), by algorithm CP of byrd1995
// (section 4), whose names these are. It returns c = W'(x_cp - x_k). The path turns where a
// variable meets its bound: with b such turns that costs O(n + m^2 b + b log b).
func (c *curvature) cauchyPoint(point, x, g []float64, within box) []float64 {
	turns := breakpoints(x, g, within)
	d := make([]float64, len(x))
	for i := range x {
		if within.step(i, x[i], -g[i]) > 0 {
			d[i] = -g[i]
		}
	}
	copy(point, x)

	p, change := c.transposed(d), make([]float64, c.size()) // W'd, c
	slope := -floats.Dot(d, d)                              // f'
	bend := -c.theta * slope                                // f''
	if len(p) > 0 {
		bend -= floats.Dot(p, c.times(p))
	}
	least := rounding * bend // what rounding leaves of a positive number
	w, at := make([]float64, c.size()), 0.0
	for _, turn := range turns {
		if bend <= 0 || turn.t-at > -slope/bend {
			break
		}
		dt, b := turn.t-at, turn.i
		at = turn.t
		point[b] = within.upper[b]
		if d[b] < 0 {
			point[b] = within.lower[b]
		}
		gb, z := g[b], point[b]-x[b]
		floats.AddScaled(change, dt, p)
		slope += dt*bend + gb*gb + c.theta*gb*z
		bend -= c.theta * gb * gb
		if len(w) > 0 {
			c.row(w, b)
			mw := c.times(w)
			slope -= gb * floats.Dot(mw, change)
			bend -= 2*gb*floats.Dot(mw, p) + gb*gb*floats.Dot(mw, w)
			floats.AddScaled(p, gb, w)
		}
		bend = max(bend, least)
		d[b] = 0
	}

	dt := 0.0
	if slope < 0 && bend > 0 {
		dt = -slope / bend
	}
	floats.AddScaled(change, dt, p)
	for i, v := range d {
		if v != 0 {
			point[i] = within.nearest(i, x[i]+(at+dt)*v)
		}
	}
	return change
}

// breakpoint is where variable i meets a bound on the path.
type breakpoint struct {
	t float64
	i int
}

// breakpoints returns the turns of the path, in its order.
func breakpoints(x, g []float64, within box) []breakpoint {
	var out []breakpoint
	for i, v := range x {
		if t := within.step(i, v, -g[i]); t > 0 && !math.IsInf(t, 1) {
			out = append(out, breakpoint{t, i})
		}
	}
	slices.SortStableFunc(out, func(a, b breakpoint) int { return cmp.Compare(a.t, b.t) })
	return out
}

// transposed returns W'd.
func (c *curvature) transposed(d []float64) []float64 {
	m := len(c.s)
	out := make([]float64, 2*m)
	for j := range m {
		out[j], out[m+j] = floats.Dot(c.y[j], d), c.theta*floats.Dot(c.s[j], d)
	}
	return out
}
