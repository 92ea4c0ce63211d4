package optim

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// subspaceMinimum moves point from the generalised Cauchy point, at which change is
// W'(x_cp - x_k), to the minimum of the model over the variables that are inside their
// bounds there, or towards it as far as the box goes: the direct primal method of byrd1995
// (section 5.1). With the rows of those variables, written Z', the minimum lies at
//
//	d = -r / theta - Z'W (M^-1 - W'Z Z'W / theta)^-1 W'Z r / theta^2,
//	r = Z'(g + theta (x_cp - x_k) - W M c),
//
// which is (5.11) with M moved into the inverse, and d is shortened by (5.8).
// It costs O(m^2 n).
func (c *curvature) subspaceMinimum(point, change, x, g []float64, within box) {
	size := c.size()
	if size == 0 {
		return // the model is the path's own
	}
	var free []int
	for i, v := range point {
		if within.inside(i, v) {
			free = append(free, i)
		}
	}

	mc := c.times(change)
	w, wr := make([]float64, size), make([]float64, size) // a row of W, W'Z r
	r := make([]float64, len(free))
	middle := mat.NewDense(size, size, nil)
	for k, i := range free {
		c.row(w, i)
		r[k] = g[i] + c.theta*(point[i]-x[i]) - floats.Dot(w, mc)
		floats.AddScaled(wr, r[k], w)
		for j, v := range w {
			floats.AddScaled(middle.RawRowView(j), -v/c.theta, w)
		}
	}
	middle.Add(middle, c.inverse)
	var factor mat.LU
	factor.Factorize(middle)
	v := solve(&factor, wr)

	d, step := r, 1.0
	for k, i := range free {
		c.row(w, i)
		d[k] = -r[k]/c.theta - floats.Dot(w, v)/(c.theta*c.theta)
		step = min(step, within.step(i, point[i], d[k]))
	}
	if math.IsNaN(step) {
		return
	}
	for k, i := range free {
		point[i] = within.nearest(i, point[i]+step*d[k])
	}
}
