package collapsed

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/linalg/threads"
)

// Linear are Expectations whose second derivatives are known: what [Settings.Implicit] needs.
type Linear interface {
	Expectations
	// Linearise returns H at means and variances, n x F: the function writes how lambda and nu of the
	// sites given by the slopes change when means and variances change, all by function and row. It may
	// keep space until the next call.
	Linearise(y []int, mean, variance *mat.Dense) func(lambda, nu, dMean, dVariance [][]float64)
}

// response is how q depends on its sites, and the sites on the slopes at q, to first order: see the
// package's "The derivative of q by t".
type response struct {
	*posterior
	linear  Linear
	h       func(lambda, nu, dMean, dVariance [][]float64)
	squares []*mat.Dense // the elements of K squared, n x n, by function

	b, x change // of the equation that solve solves
	// Of conjugate gradients: the residual of b, the direction, and the image of the
	// direction.
	rest, direction, image change
	ofRest, ofDirection    moments
	shift, half            [][]float64 // space, by function: of n and of M numbers
}

// change is one of sites: of lambda and nu by function and row, which are parts of all.
type change struct {
	all        []float64
	lambda, nu [][]float64
}

// newChange returns one in the space of sites of n rows.
func newChange(sites []float64, n int) change {
	c := change{all: sites}
	for ; len(sites) > 0; sites = sites[2*n:] {
		c.lambda, c.nu = append(c.lambda, sites[:n]), append(c.nu, sites[n:2*n])
	}
	return c
}

// moments are changes of mean and variance of a_i'v, by function and row.
type moments struct{ mean, variance [][]float64 }

func newMoments(n, functions int) moments {
	var m moments
	for range functions {
		m.mean, m.variance = append(m.mean, make([]float64, n)), append(m.variance, make([]float64, n))
	}
	return m
}

const (
	// mostRows is the number of rows up to which squares cost less than the sweeps that they save: they
	// are read from memory for each step, and with more rows no longer fit into the caches. mostAnInput
	// is the number of rows an inducing input up to which they do.
	mostRows, mostAnInput = 500, 20
	// mostSteps is the most steps of conjugate gradients.
	mostSteps = 200
)

// newResponse returns the response of a posterior, or nil where sweeps cost less.
func newResponse(p *posterior) *response {
	linear, ok := p.rows.(Linear)
	n, functions := len(p.class), len(p.functions)
	if !ok || n > mostRows || n > mostAnInput*len(p.functions[0].q.Mean) {
		return nil
	}
	r := &response{posterior: p, linear: linear, ofRest: newMoments(n, functions), ofDirection: newMoments(n, functions)}
	for _, f := range p.functions {
		r.squares = append(r.squares, mat.NewDense(n, n, nil))
		r.shift, r.half = append(r.shift, make([]float64, n)), append(r.half, make([]float64, len(f.q.Mean)))
	}
	for _, c := range []*change{&r.b, &r.x, &r.rest, &r.direction, &r.image} {
		*c = newChange(make([]float64, len(p.sites)), n)
	}
	return r
}

// refresh works out the squares and H at the posterior as it is.
func (r *response) refresh() {
	threads.Do(len(r.squares), func(_, k int) {
		half, squares := r.functions[k].half, r.squares[k]
		linalg.MulLower(squares, false, true, 1, half, half, 0)
		squares.MulElem(squares, squares)
		linalg.MirrorLower(squares)
	})
	r.h = r.linear.Linearise(r.class, r.mean, r.variance)
}

// solve works out x with (I - H Phi) x = b, to a part of b. It says whether there is one: not where F has no maximum by q.
func (r *response) solve(part float64) bool {
	clear(r.x.all)
	copy(r.rest.all, r.b.all)
	copy(r.direction.all, r.b.all)
	r.follow(r.ofRest, r.rest)
	for k := range r.functions {
		copy(r.ofDirection.mean[k], r.ofRest.mean[k])
		copy(r.ofDirection.variance[k], r.ofRest.variance[k])
	}
	size := r.product(r.rest, r.ofRest)
	for first, t := size, 0; !(size <= part*part*first); t++ {
		r.h(r.image.lambda, r.image.nu, r.ofDirection.mean, r.ofDirection.variance)
		floats.SubTo(r.image.all, r.direction.all, r.image.all)
		curvature := r.product(r.image, r.ofDirection)
		if !(curvature > 0) || t == mostSteps {
			return false
		}
		floats.AddScaled(r.x.all, size/curvature, r.direction.all)
		floats.AddScaled(r.rest.all, -size/curvature, r.image.all)
		r.follow(r.ofRest, r.rest)
		before := size
		size = r.product(r.rest, r.ofRest)
		kept := size / before
		floats.AddScaledTo(r.direction.all, r.rest.all, kept, r.direction.all)
		for k := range r.functions {
			floats.AddScaledTo(r.ofDirection.mean[k], r.ofRest.mean[k], kept, r.ofDirection.mean[k])
			floats.AddScaledTo(r.ofDirection.variance[k], r.ofRest.variance[k], kept, r.ofDirection.variance[k])
		}
	}
	return true
}

// follow writes how moments follow a change of the sites: Phi.
func (r *response) follow(to moments, by change) {
	threads.Do(len(r.functions), func(_, k int) {
		f, shift := r.functions[k], r.shift[k]
		for i, lambda := range by.lambda[k] {
			shift[i] = by.nu[k][i] - f.mean[i]*lambda
		}
		linalg.MulVec(r.half[k], true, 1, f.half, shift, 0)
		linalg.MulVec(to.mean[k], false, 1, f.half, r.half[k], 0)
		linalg.MulVec(to.variance[k], false, -1, r.squares[k], by.lambda[k], 0)
	})
}

// product is x'Phi y, of x and Phi y.
func (r *response) product(x change, y moments) (sum float64) {
	for k, f := range r.functions {
		for i, lambda := range x.lambda[k] {
			sum += (x.nu[k][i]-f.mean[i]*lambda)*y.mean[k][i] - 0.5*lambda*y.variance[k][i]
		}
	}
	return sum
}
