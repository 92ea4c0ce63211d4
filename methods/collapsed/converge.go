package collapsed

import (
	"math"

	"gpcbench/methods/nested"
)

// eventNotConverged is an inner loop that ended before it had converged.
const eventNotConverged = "q not converged"

const (
	// converged is the largest move of sites that have converged, and sweeps how many there
	// may be.
	converged = 1e-5
	sweeps    = 200
	// With several functions a search leaves a point after farSweeps sweeps if the bound there is below
	// -farNats nats a row. The trivial model has -log C. It does not leave the point where it begins, because
	// there is no other yet.
	farSweeps, farNats = 5, 30
)

// ascent moves the sites of a posterior to where the bound is largest.
type ascent struct {
	*posterior
	*nested.Sweeps
	over      func() bool // says whether the budget is spent
	event     func(name string, n int)
	tolerance float64 // the largest move of sites that have converged
	joint     *joint  // of several functions
	found     bool    // whether q has been found for a point, from which a search goes to others
}

// newAscent returns the ascent before its first sweep.
func newAscent(p *posterior, over func() bool, event func(string, int)) *ascent {
	a := &ascent{posterior: p, Sweeps: nested.NewSweeps(p.sites), over: over, event: event, tolerance: converged}
	if len(p.functions) > 1 {
		a.joint = newJoint(p)
	}
	return a
}

// converge moves the sites from their present values until none would move by more than the
// tolerance, or the budget is spent. The error is that of the prior's own q, or nested.ErrFar.
func (a *ascent) converge() error {
	if err := a.Restart(a); err != nil {
		return err
	}
	for t := 0; ; t++ {
		change := a.propose()
		if change <= a.tolerance {
			a.found = true
			return nil
		}
		if a.joint != nil && a.found && t == farSweeps && a.value < -farNats*float64(len(a.class)) {
			return nested.ErrFar
		}
		if t == sweeps || a.over() || !a.sweep(change) {
			a.event(eventNotConverged, 1)
			a.found = true
			return nil
		}
	}
}

// Bound returns the bound at the sites.
func (a *ascent) Bound() float64 { return a.value }

// Slack returns the rounding of the bound.
func (a *ascent) Slack() float64 { return 1e-11 * (math.Abs(a.value) + float64(len(a.class))) }

// SetPrecision gives all sites the same lambda, and nu = 0.
func (a *ascent) SetPrecision(lambda float64) { setPrecision(a.sites, len(a.class), lambda) }

// Proposed returns the largest lambda_i var f_i given by the slopes.
func (a *ascent) Proposed() (largest float64) {
	for k, f := range a.functions {
		for i, h := range f.h {
			if v := -2 * h * a.variance.At(i, k); v > largest {
				largest = v
			}
		}
	}
	return largest
}

// RefreshMeans computes q at the sites, and moves their shifts so that the means are optimal for
// these variances.
func (a *ascent) RefreshMeans() error {
	if err := a.refresh(); err != nil {
		return err
	}
	nested.MoveMeans(a.meanSteps(), a.tolerance, a.meanResidual, a.moveMeans)
	return nil
}

// meanSteps is how many steps of the means precede a sweep: only one with several
// functions, whose expectations take longer than the algebra of a sweep.
func (a *ascent) meanSteps() int {
	if len(a.functions) > 1 {
		return 1
	}
	return nested.MostMeanSteps
}

// meanResidual returns the largest move of a mean given by the slopes, in units of its sd.
func (a *ascent) meanResidual() (size float64) {
	for k, f := range a.functions {
		for i, g := range f.g {
			size = max(size, math.Abs(g+f.lambda[i]*f.mean[i]-f.nu[i])*math.Sqrt(a.variance.At(i, k)))
		}
	}
	return size
}

// moveMeans moves the shifts to those given by the slopes by the means, unless the bound falls; it
// says whether it moved them.
func (a *ascent) moveMeans() bool {
	before := a.value
	if a.joint != nil {
		a.joint.solve()
	}
	for k, f := range a.functions {
		copy(f.kept, f.nu)
		var others []float64
		if a.joint != nil {
			others = a.joint.pull[k]
		}
		f.jump(others)
	}
	a.expect()
	if a.value >= before-a.Slack() {
		return true
	}
	for _, f := range a.functions {
		copy(f.nu, f.kept)
		f.setMean()
	}
	a.expect()
	return false
}

// jump moves the shifts to those given by the slopes by the means, plus what other functions add.
func (f *function) jump(others []float64) {
	for i, g := range f.g {
		f.nu[i] = g + f.lambda[i]*f.mean[i]
	}
	for i, v := range others {
		f.nu[i] += v
	}
	f.setMean()
}

// propose writes the way to the sites given by the slopes, and returns its largest element in
// its unit.
func (a *ascent) propose() (change float64) {
	n := len(a.class)
	for k, f := range a.functions {
		moves, unit := a.Moves[2*n*k:][:2*n], a.Unit[2*n*k:][:2*n]
		for i, g := range f.g {
			lambda, v := -2*f.h[i], a.variance.At(i, k)
			moves[i], moves[n+i] = lambda-f.lambda[i], g+lambda*f.mean[i]-f.nu[i]
			unit[i], unit[n+i] = v, math.Sqrt(v)
			change = max(change, math.Abs(moves[i])*unit[i], math.Abs(moves[n+i])*unit[n+i])
		}
	}
	return change
}

// sweep moves all sites at once. It says whether they moved: if not, q is that of where they are.
func (a *ascent) sweep(change float64) bool {
	if a.Sweep(a, change) {
		return true
	}
	a.refresh() // which had no error here before
	return false
}
