package likelihood

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

const (
	// meanSpacing is the distance of the means at which an interpolation has G and -dG/dw.
	meanSpacing = 0.1
	// stencil is the number of means from which a value between them is
	// interpolated.
	stencil = 10
	// faintPart is a part of a probability that interpolation cannot tell from 0, and
	// partLeft the largest total of all further parts of a row.
	faintPart = 1e-12
	partLeft  = 1e-10
	// lowest is the least mean that an interpolation tells from lower ones, and deepest where its nodes
	// may begin: t = e^w stays finite.
	lowest  = -600
	deepest = -690
)

// leastMean is the least mean that is told from lower ones at that variance.
func leastMean(variance float64) float64 { return max(lowest, deepest+reach*math.Sqrt(variance)) }

// LogisticSoftmaxEqualVariance writes E[p(y | f)] of the logistic softmax with f ~ N(m, variance I)
// for every row m of mean, n x C, to the rows of dst. It is Softmax's quadrature where the
// latent values of all rows have one variance, as those at a test row have given the draws of
// a sampler: G is a function of the mean alone then. It is worked out on a grid and
// interpolated, with errors below 1e-9. Cost O(C) for a row and a node in w, and a Predict of
// some hundred rows.
func LogisticSoftmaxEqualVariance(dst, mean *mat.Dense, variance float64) {
	n, classes := mean.Dims()
	if sum := mat.Sum(mean) + variance; math.IsNaN(sum) || math.IsInf(sum, 0) {
		for i := range n {
			for k := range classes {
				dst.Set(i, k, math.NaN())
			}
		}
		return
	}
	c := newInterpolation(mean, variance)
	r := newLaplace(logistic{}, classes, fine)
	r.begin = fine.early - math.Log(float64(classes))
	dst.Zero()
	for b, going := 0, true; going; b++ {
		r.block(b)
		c.block(r.t)
		going = false
		for i := range n {
			p := dst.RawRowView(i)
			for k := range p {
				c.interpolate(r.transform[k].g, r.transform[k].d, i*classes+k)
				if b == 0 { // at the first t, D is t times the slope
					p[k] = r.ahead() * r.transform[k].d[0] / r.t[0]
				}
			}
			for j := range r.t {
				r.exclude(j)
				for k := range p {
					term := r.nodes.along * r.transform[k].d[j] * r.before[k] * r.after[k+1]
					p[k] += term
					going = going || j == atOnce-1 && term > faintPart
				}
			}
			// Where all latent values are low the terms have not begun yet: all of the
			// probability, the product of all G, is left.
			going = going || r.before[classes] > partLeft
		}
	}
	for i := range n {
		normalise(dst.RawRowView(i))
	}
}

// normalise corrects probabilities for errors of interpolation.
func normalise(p []float64) {
	total := 0.0
	for k := range p {
		p[k] = max(p[k], 0)
		total += p[k]
	}
	for k := range p {
		p[k] /= total
	}
}

// interpolation has G and -dG/dw of Gaussians of one variance at a block of nodes in w.
type interpolation struct {
	variance float64
	from     []int     // by value: the first grid point of its stencil
	weight   []float64 // and the weights of its stencil
	first    float64   // mean of grid point 0
	needed   []bool
	table    *mat.Dense // by grid point: G and -dG/dw at atOnce nodes
	point    transform
	value    []float64
}

// newInterpolation lays the grid over the means.
func newInterpolation(mean *mat.Dense, variance float64) *interpolation {
	variance = clampVariance(variance)
	// Beyond, sigma is 1 to rounding for any draw.
	from, to := leastMean(variance), 40+reach*math.Sqrt(variance)
	values := mat.DenseCopyOf(mean).RawMatrix().Data
	low, high := math.Inf(1), math.Inf(-1)
	for i, v := range values {
		values[i] = min(max(v, from), to)
		low, high = min(low, values[i]), max(high, values[i])
	}
	start := math.Floor(low/meanSpacing) - stencil/2 + 1
	points := int(math.Floor(high/meanSpacing)-start) + stencil/2 + 1
	c := &interpolation{
		variance: variance, from: make([]int, len(values)), weight: make([]float64, stencil*len(values)),
		first: start * meanSpacing, needed: make([]bool, points),
		table: mat.NewDense(points, 2*atOnce, nil), value: make([]float64, 2*atOnce),
	}
	c.point.g, c.point.d = make([]float64, atOnce), make([]float64, atOnce)
	for i, v := range values {
		x := v/meanSpacing - start
		at := int(math.Floor(x)) - stencil/2 + 1
		c.from[i] = at
		lagrange(c.weight[i*stencil:(i+1)*stencil], x-float64(at))
		for j := range stencil {
			c.needed[at+j] = true
		}
	}
	return c
}

// lagrange writes the weights with which values at 0, 1, ... add up to that at x of the
// polynomial through them.
func lagrange(weight []float64, x float64) {
	n := len(weight)
	for j := range weight {
		w := 1.0
		for k := range n {
			if k != j {
				w *= (x - float64(k)) / float64(j-k)
			}
		}
		weight[j] = w
	}
}

// block fills the table for the nodes e^w in t.
func (c *interpolation) block(t []float64) {
	for i, needed := range c.needed {
		if !needed {
			continue
		}
		c.point.start(logistic{}, fine, c.first+meanSpacing*float64(i), c.variance, false)
		c.point.evaluate(t, false)
		row := c.table.RawRowView(i)
		copy(row, c.point.g)
		copy(row[atOnce:], c.point.d)
	}
}

// interpolate writes G and -dG/dw of a value.
func (c *interpolation) interpolate(g, d []float64, of int) {
	at := c.from[of]
	rows := blas64.General{Rows: stencil, Cols: 2 * atOnce, Stride: 2 * atOnce, Data: c.table.RawMatrix().Data[at*2*atOnce:]}
	w := blas64.Vector{N: stencil, Data: c.weight[of*stencil : (of+1)*stencil], Inc: 1}
	blas64.Gemv(blas.Trans, 1, rows, w, 0, blas64.Vector{N: len(c.value), Data: c.value, Inc: 1})
	copy(g, c.value)
	copy(d, c.value[atOnce:])
}
