package collapsed

import (
	"math"

	"gpcbench/gp/optim"
	"gpcbench/methods/nested"
)

// eventNotConverged is an inner loop that ended before it had converged.
const eventNotConverged = "q not converged"

const (
	// converged is the largest move of sites that have converged, and sweeps how many there
	// may be.
	converged = 1e-5
	sweeps    = 200
	// accelerateBelow is the largest move below which sweeps are accelerated.
	accelerateBelow = 0.5
	// maxMeanSteps is the largest number of steps of the means in a sweep. The steps end at
	// meanTolerance times the first one: the next variances will move the means by that much anyway.
	maxMeanSteps, meanTolerance = 3, 0.1
	// With several functions a search leaves a point after farSweeps sweeps if the bound there is below
	// -farNats nats a row. The trivial model has -log C.
	farSweeps, farNats = 5, 30
	// shortest is the fraction of the way below which the effect of a step is taken to be
	// rounding.
	shortest = 1.0 / (1 << 20)
)

// ascent moves the sites of a posterior to where the bound is largest.
type ascent struct {
	*posterior
	over      func() bool // says whether the budget is spent
	event     func(name string, n int)
	tolerance float64 // the largest move of sites that have converged

	from    []float64 // sites before a sweep
	moves   []float64 // the whole way to those given by the slopes
	unit    []float64 // the weight of a move: var f_i for lambda, its root for nu
	size    float64   // fraction of the way that plain sweeps go
	quicker *optim.Anderson
	joint   *joint // of several functions
}

// newAscent returns the ascent before its first sweep.
func newAscent(p *posterior, over func() bool, event func(string, int)) *ascent {
	n := len(p.sites)
	a := &ascent{posterior: p, over: over, event: event, tolerance: converged, from: make([]float64, n), moves: make([]float64, n), unit: make([]float64, n), quicker: optim.NewAnderson(n)}
	if len(p.functions) > 1 {
		a.joint = newJoint(p)
	}
	return a
}

// converge moves the sites from their present values until none would move by more than the
// tolerance, or the budget is spent. The error is that of the prior's own q, or nested.ErrFar.
func (a *ascent) converge() error {
	a.quicker.Forget()
	a.size = 1
	if err := nested.Begin(a); err != nil {
		return err
	}
	for t := 0; ; t++ {
		change := a.propose()
		if change <= a.tolerance {
			return nil
		}
		if a.joint != nil && t == farSweeps && a.value < -farNats*float64(len(a.class)) {
			return nested.ErrFar
		}
		if t == sweeps || a.over() || !a.sweep(change <= accelerateBelow) {
			a.event(eventNotConverged, 1)
			return nil
		}
	}
}

// Bound returns the bound at the sites.
func (a *ascent) Bound() float64 { return a.value }

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
	first := 0.0
	for step := range a.meanSteps() {
		size := a.meanResidual()
		if step == 0 {
			first = size
		}
		if size < meanTolerance*max(first, a.tolerance) || !a.moveMeans() {
			return nil
		}
	}
	return nil
}

// meanSteps is how many steps of the means precede a sweep: only one with several
// functions, whose expectations take longer than the algebra of a sweep.
func (a *ascent) meanSteps() int {
	if len(a.functions) > 1 {
		return 1
	}
	return maxMeanSteps
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
	if a.value >= before-a.slack() {
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

// slack is how far the bound may fall in a step, so that rounding does not decide on the next.
func (a *ascent) slack() float64 { return 1e-11 * (math.Abs(a.value) + float64(len(a.class))) }

// propose writes the way to the sites given by the slopes, and returns its largest element in
// its unit.
func (a *ascent) propose() (change float64) {
	n := len(a.class)
	for k, f := range a.functions {
		moves, unit := a.moves[2*n*k:][:2*n], a.unit[2*n*k:][:2*n]
		for i, g := range f.g {
			lambda, v := -2*f.h[i], a.variance.At(i, k)
			moves[i], moves[n+i] = lambda-f.lambda[i], g+lambda*f.mean[i]-f.nu[i]
			unit[i], unit[n+i] = v, math.Sqrt(v)
			change = max(change, math.Abs(moves[i])*unit[i], math.Abs(moves[n+i])*unit[n+i])
		}
	}
	return change
}

// far returns the largest element of a change of the sites, in the units of the last proposal.
func (a *ascent) far(change []float64) (size float64) {
	for i, v := range change {
		size = max(size, math.Abs(v)*a.unit[i])
	}
	return size
}

// sweep moves all sites at once: if quick, by Anderson's combination unless the bound then falls;
// otherwise part of the way, halved until the bound does not fall. It says whether the sites
// moved.
func (a *ascent) sweep(quick bool) bool {
	least := a.value - a.slack()
	rises := func() bool { return a.RefreshMeans() == nil && a.value >= least }
	copy(a.from, a.sites)
	if quick {
		a.quicker.Step(a.sites, a.moves, a.unit, 1)
		if rises() {
			return true
		}
		a.quicker.Forget()
	}
	for ; a.size >= shortest; a.size /= 2 {
		for i, from := range a.from {
			a.sites[i] = from + a.size*a.moves[i]
		}
		if rises() {
			a.size = min(1, 2*a.size)
			return true
		}
	}
	copy(a.sites, a.from)
	return a.refresh() == nil && false
}
