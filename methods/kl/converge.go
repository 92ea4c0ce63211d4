package kl

import (
	"errors"
	"math"

	"gpcbench/gp/optim"
	"gpcbench/methods/nested"
)

// eventNotConverged is an inner loop that ended before it had converged.
const eventNotConverged = "KL not converged"

const (
	// accelerateBelow is the largest move below which sweeps are accelerated. Further away combinations
	// of sweeps do not help.
	accelerateBelow = 0.5
	// meanSteps is the largest number of steps of the means in a sweep. The steps end at
	// meanTolerance times the first one: the next variances will move the means by that much anyway.
	meanSteps, meanTolerance = 3, 0.1
	// shortest is the fraction of the way below which the effect of a step is taken to be
	// rounding.
	shortest = 1.0 / (1 << 20)
)

// ascent moves the sites of a posterior to where F is largest.
type ascent struct {
	*posterior
	tolerance float64
	sweeps    int
	over      func() bool // says whether the budget is spent
	event     func(name string, n int)

	from     []float64 // sites before a sweep
	moves    []float64 // the whole way to those given by the slopes
	unit     []float64 // the weight of a move: s_n for lambda, its root for nu
	residual []float64 // g - alpha
	kept     []float64 // alpha before a step of the means
	size     float64   // fraction of the way that plain sweeps go
	quicker  *optim.Anderson
}

// newAscent returns the ascent before its first sweep.
func newAscent(p *posterior, tolerance float64, sweeps int, over func() bool, event func(string, int)) *ascent {
	a := &ascent{posterior: p, tolerance: tolerance, sweeps: sweeps, over: over, event: event, quicker: optim.NewAnderson(len(p.sites)), residual: make([]float64, len(p.y)), kept: make([]float64, len(p.y))}
	for _, v := range []*[]float64{&a.from, &a.moves, &a.unit} {
		*v = make([]float64, len(p.sites))
	}
	return a
}

// converge moves the sites, from where they are, until none would move by more than
// tolerance, precisions in units of 1 / s_n and shifts in units of 1 / sqrt(s_n), for so
// many sweeps, or until the budget is spent. The error is that of refresh.
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
		if t == a.sweeps || a.over() {
			a.event(eventNotConverged, 1)
			return nil
		}
		if err := a.sweep(change <= accelerateBelow); err != nil {
			return err
		}
	}
}

// Bound returns F.
func (a *ascent) Bound() float64 { return a.value }

// SetPrecision gives all sites the same lambda, and nu = 0.
func (a *ascent) SetPrecision(lambda float64) {
	clear(a.nu)
	for i := range a.lambda {
		a.lambda[i] = lambda
	}
}

// Proposed returns the largest lambda_n K_nn given by the slopes.
func (a *ascent) Proposed() (largest float64) {
	for i, h := range a.h {
		if v := -2 * h * a.k.At(i, i); v > largest {
			largest = v
		}
	}
	return largest
}

// RefreshMeans computes the posterior at the sites, and moves their shifts so that the means are
// optimal for these variances. Without this a sweep would move means and variances each by the
// other's previous values.
func (a *ascent) RefreshMeans() error {
	if err := a.refresh(); err != nil {
		return err
	}
	first := 0.0
	for step := range meanSteps {
		size := 0.0
		for i, s := range a.s {
			a.residual[i] = a.g[i] - a.alpha[i]
			size = max(size, math.Abs(a.residual[i])*math.Sqrt(s))
		}
		if step == 0 {
			first = size
		}
		if size < meanTolerance*max(first, a.tolerance) || !a.moveMeans() {
			break
		}
	}
	for i, l := range a.lambda {
		a.nu[i] = a.alpha[i] + l*a.mean[i]
	}
	return nil
}

// moveMeans moves the means by V (g - alpha), Newton's step except that the slope of g is
// that of the sites, unless F falls; it says whether it moved them.
func (a *ascent) moveMeans() bool {
	before := a.value
	copy(a.kept, a.alpha)
	a.addMean(a.residual)
	a.expect()
	if a.value >= before {
		return true
	}
	copy(a.alpha, a.kept)
	a.setMean()
	a.expect()
	return false
}

// propose writes the way to the sites given by the slopes, and returns its largest element
// in its unit.
func (a *ascent) propose() float64 {
	n, change := len(a.y), 0.0
	for i, s := range a.s {
		lambda := max(0, -2*a.h[i])
		dLambda, dNu := lambda-a.lambda[i], a.g[i]+lambda*a.mean[i]-a.nu[i]
		a.moves[i], a.moves[n+i] = dLambda, dNu
		a.unit[i], a.unit[n+i] = s, math.Sqrt(s)
		change = max(change, math.Abs(dLambda)*a.unit[i], math.Abs(dNu)*a.unit[n+i])
	}
	return change
}

// sweep moves all sites at once: if quick, by Anderson's combination unless F then falls; otherwise
// part of the way, halved until F does not fall. Sites that are not finite count as a fall. It is
// an error if even those a millionth of the way off are not finite.
func (a *ascent) sweep(quick bool) error {
	least := a.value - 1e-12*(math.Abs(a.value)+float64(len(a.y)))
	copy(a.from, a.sites)
	if quick {
		a.quicker.Step(a.sites, a.moves, a.unit, 1)
		for i, l := range a.lambda { // the combination is not convex
			a.lambda[i] = max(0, l)
		}
		if err := a.RefreshMeans(); err == nil && a.value >= least {
			return nil
		}
		a.quicker.Forget()
	}
	for {
		for i, from := range a.from {
			a.sites[i] = from + a.size*a.moves[i]
		}
		err := a.RefreshMeans()
		if err == nil && !nested.IsFinite(a.value) {
			err = errors.New("the bound is not a finite number")
		}
		if err == nil && a.value >= least || a.size < shortest {
			a.size = min(1, 2*a.size)
			return err
		}
		a.size /= 2
	}
}
