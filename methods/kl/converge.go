package kl

import (
	"errors"
	"math"

	"gpcbench/methods/nested"
)

// eventNotConverged is an inner loop that ended before it had converged.
const eventNotConverged = "KL not converged"

// ascent moves the sites of a posterior to where F is largest.
type ascent struct {
	*posterior
	*nested.Sweeps
	tolerance float64
	most      int         // of sweeps
	over      func() bool // says whether the budget is spent
	event     func(name string, n int)

	residual []float64 // g - alpha
	kept     []float64 // alpha before a step of the means
}

// newAscent returns the ascent before its first sweep.
func newAscent(p *posterior, tolerance float64, sweeps int, over func() bool, event func(string, int)) *ascent {
	return &ascent{
		posterior: p, Sweeps: nested.NewSweeps(p.sites), tolerance: tolerance, most: sweeps, over: over, event: event,
		residual: make([]float64, len(p.y)), kept: make([]float64, len(p.y)),
	}
}

// converge moves the sites, from where they are, until none would move by more than
// tolerance, precisions in units of 1 / s_n and shifts in units of 1 / sqrt(s_n), for so
// many sweeps, or until the budget is spent. The error is that of refresh.
func (a *ascent) converge() error {
	if err := a.Restart(a); err != nil {
		return err
	}
	for t := 0; ; t++ {
		change := a.propose()
		if change <= a.tolerance {
			return nil
		}
		if t == a.most || a.over() {
			a.event(eventNotConverged, 1)
			return nil
		}
		if err := a.sweep(change); err != nil {
			return err
		}
	}
}

// Bound returns F.
func (a *ascent) Bound() float64 { return a.value }

// Slack returns the rounding of F.
func (a *ascent) Slack() float64 { return 1e-12 * (math.Abs(a.value) + float64(len(a.y))) }

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
// optimal for these variances.
func (a *ascent) RefreshMeans() error {
	if err := a.refresh(); err != nil {
		return err
	}
	nested.MoveMeans(nested.MostMeanSteps, a.tolerance, a.meanResidual, a.moveMeans)
	for i, l := range a.lambda {
		a.nu[i] = a.alpha[i] + l*a.mean[i]
	}
	return nil
}

// meanResidual works out the residual g - alpha, and returns its largest element in units of 1 / sd f.
func (a *ascent) meanResidual() (size float64) {
	for i, s := range a.s {
		a.residual[i] = a.g[i] - a.alpha[i]
		size = max(size, math.Abs(a.residual[i])*math.Sqrt(s))
	}
	return size
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
		a.Moves[i], a.Moves[n+i] = dLambda, dNu
		a.Unit[i], a.Unit[n+i] = s, math.Sqrt(s)
		change = max(change, math.Abs(dLambda)*a.Unit[i], math.Abs(dNu)*a.Unit[n+i])
	}
	return change
}

// sweep moves all sites at once; where no part of the way raises F, by next to nothing. It is an error if
// nothing is finite there.
func (a *ascent) sweep(change float64) error {
	if a.Sweep(a, change) {
		return nil
	}
	a.Nudge()
	if err := a.RefreshMeans(); err != nil {
		return err
	}
	if !nested.IsFinite(a.value) {
		return errors.New("the bound is not a finite number")
	}
	return nil
}
