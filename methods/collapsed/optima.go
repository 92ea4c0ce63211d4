package collapsed

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/nested"
)

// wide is the mean prior variance of f at the rows above which there is a second start. For the
// logistic softmax, none of 20 data sets has two optima at variance 10, and two have at variance
// 15.
const wide = 12

// Start returns q of every function at the higher of the optima that seek finds; nil where the prior is not wide. The
// groups are those of the functions.
func Start(rows Expectations, class []int, groups []*nested.Group, over func() bool) ([]*sparse.Gaussian, error) {
	if !isWide(groups) {
		return nil, nil
	}
	p := newPosterior(rows, class, groups, make([]float64, sitesOf(len(class), len(groups))))
	seek(&inner{ascent: newAscent(p, over, func(string, int) {})}, len(class))
	if err := p.refresh(); err != nil {
		return nil, err
	}
	var q []*sparse.Gaussian
	for _, f := range p.functions {
		q = append(q, f.q)
	}
	return q, nil
}

// isWide says whether the mean variance of f under the prior, over rows and functions, is above wide.
func isWide(groups []*nested.Group) bool {
	var variances []float64
	for _, g := range groups {
		n, _ := g.Projection.X.Dims()
		values := make([]float64, n)
		g.Prior.Kernel.Var(values, g.Projection.X)
		variances = append(variances, stat.Mean(values, nil))
	}
	return stat.Mean(variances, nil) > wide
}

// seek moves the sites of an inner loop over n rows to the higher of the optima that are found from those of the prior
// and from sites of precision 1, with which no variance of a_i'v is above 1.
func seek(in nested.Inner, n int) {
	state := in.State()
	best, value := make([]float64, len(state)), math.Inf(-1)
	for _, precision := range []float64{0, 1} {
		setPrecision(state, n, precision)
		if err := in.Converge(); err == nil && in.Value() > value {
			copy(best, state)
			value = in.Value()
		}
	}
	copy(state, best)
}

// setPrecision gives all sites of n rows a precision lambda, and shifts of 0.
func setPrecision(sites []float64, n int, precision float64) {
	clear(sites)
	for from := 0; from < len(sites); from += 2 * n {
		floats.AddConst(precision, sites[from:from+n])
	}
}
