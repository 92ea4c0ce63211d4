package laplace

import (
	"math"

	"gpcbench/linalg"
)

// eventNotConverged is a search for a mode that ended before it had converged.
const eventNotConverged = "Laplace not converged"

const (
	// slow is the largest ratio of a step to the one before with the same factor: a longer step
	// needs a new factor.
	slow = 0.3
	// shortest is the fraction of a step below which its effect is taken to be
	// rounding.
	shortest = 1.0 / (1 << 20)
)

// problem is the density whose mode is searched for: that of y given f times N(f | 0, K), where f
// are the latent values of all rows, function by function.
type problem interface {
	// times writes K x to dst.
	times(dst, x []float64)
	// logLikelihood returns log p(y | f) and writes its gradient.
	logLikelihood(gradient, f []float64) float64
	// factorise works out what solve needs, for the curvature W at f.
	factorise(f []float64) error
	// solve writes (I + W K)^-1 x to dst.
	solve(dst, x []float64)
}

// newton finds the mode f = K a, where a = d log p(y | f) / df.
type newton struct {
	of        problem
	tolerance float64
	steps     int
	over      func() bool // says whether the budget is spent
	event     func(name string, n int)

	a, f         []float64
	logPosterior float64 // log p(y | f) - 1/2 a'f: that of f, but for a constant

	gradient           []float64
	rest, step, move   []float64 // gradient - a, the steps of a and of f
	nextA, nextF, work []float64
}

// newNewton returns the search for the mode of n latent values, from f = 0.
func newNewton(of problem, n int, tolerance float64, steps int, over func() bool, event func(string, int)) *newton {
	w := &newton{of: of, tolerance: tolerance, steps: steps, over: over, event: event}
	for _, v := range []*[]float64{&w.a, &w.f, &w.gradient, &w.rest, &w.step, &w.move, &w.nextA, &w.nextF, &w.work} {
		*v = make([]float64, n)
	}
	return w
}

// converge moves a from where it is to the mode, or as far as steps and budget allow, with the curvature there
// factorised. The error is that of a factor, which exists as long as all numbers are finite.
//
// A factor is used as long as each step is short compared with the last: a step takes O(N^2),
// and a factor N^3.
func (w *newton) converge() error {
	w.begin()
	before, useful := math.Inf(1), false // the last step, and whether the factor is near enough to that of f
	for t := 0; t < w.steps; t++ {
		if !useful {
			if err := w.of.factorise(w.f); err != nil {
				return err
			}
			before, useful = math.Inf(1), true
		}
		size, part := w.advance()
		if size <= w.tolerance*max(1, largest(w.f)) {
			return w.of.factorise(w.f)
		}
		if part < 1 || size > slow*before {
			useful = false
		}
		if before = size; w.over() { // after a step, by which a mode that was already found is recognised
			break
		}
	}
	w.event(eventNotConverged, 1)
	return w.of.factorise(w.f)
}

// begin works out f and its log posterior for a, or begins at 0 if that is higher.
func (w *newton) begin() {
	w.of.times(w.f, w.a)
	clear(w.work)
	zero := w.of.logLikelihood(w.gradient, w.work)
	w.logPosterior = w.logPosteriorAt(w.a, w.f, w.gradient)
	if w.logPosterior >= zero {
		return
	}
	clear(w.a)
	clear(w.f)
	w.logPosterior = w.logPosteriorAt(w.a, w.f, w.gradient)
}

// logPosteriorAt returns log p(y | f) - 1/2 a'f, and writes the gradient of the first.
func (w *newton) logPosteriorAt(a, f, gradient []float64) float64 {
	return w.of.logLikelihood(gradient, f) - 0.5*linalg.Dot(a, f)
}

// advance moves a by (I + W K)^-1 (gradient - a), or by a part of that which does not lower the
// log posterior. It returns the largest move of a latent value and the part.
func (w *newton) advance() (size, part float64) {
	for i, g := range w.gradient {
		w.rest[i] = g - w.a[i]
	}
	w.of.solve(w.step, w.rest)
	w.of.times(w.move, w.step)
	least := w.logPosterior - 1e-12*(math.Abs(w.logPosterior)+float64(len(w.a)))
	for part = 1; ; part /= 2 {
		for i, s := range w.step {
			w.nextA[i] = w.a[i] + part*s
			w.nextF[i] = w.f[i] + part*w.move[i]
		}
		value := w.logPosteriorAt(w.nextA, w.nextF, w.gradient)
		if value >= least || part < shortest {
			w.logPosterior = value
			break
		}
	}
	copy(w.a, w.nextA)
	copy(w.f, w.nextF)
	return part * largest(w.move), part
}

// largest returns the largest absolute value.
func largest(x []float64) float64 {
	top := 0.0
	for _, v := range x {
		top = max(top, math.Abs(v))
	}
	return top
}
