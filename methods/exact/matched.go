package exact

import (
	"errors"
	"math"

	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// errManyFunctions is the error of a matched frame with several latent functions.
var errManyFunctions = errors.New("exact: matched_frame needs a likelihood of two classes, \"probit\" or another link; set matched_frame = false")

// sites are those of EP at one theta.
type sites struct {
	precision, shift             []float64 // tau and nu
	mean, variance               []float64 // of f, then those without the site
	value, first, second, signed []float64
}

func newSites(n int) *sites {
	s := vectors(8, n)
	return &sites{s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]}
}

const (
	// siteRounds, siteDamping and siteSettled end EP's rounds: a frame need not be at the fixed point.
	siteRounds, siteDamping = 60, 0.7
	siteSettled             = 1e-3
	leastPrecision          = 1e-30
)

// match leaves the mean of the frame and W = tau of expectation propagation with the probit
// (Rasmussen & Williams 2006, section 3.6, all sites at once, damped): the Gaussian that has about
// the mean and the covariance of the posterior. Where the kernel's variance is large the likelihood
// is a step: a Gaussian fitted inside it is too narrow, and chains on its scale get stuck in the
// tails. Cost some 3 N^3 flops a round.
func (p *posterior) match(fr *frame) error {
	s := p.sites
	clear(s.precision)
	clear(s.shift)
	for round := 0; round < siteRounds; round++ {
		if err := p.marginals(s); err != nil {
			return err
		}
		if s.update(p.y) < siteSettled {
			break
		}
	}
	if err := p.marginals(s); err != nil {
		return err
	}
	// K^-1 mean is left in step, and the mean of v is L' of it.
	linalg.MulVec(fr.mean[0], true, 1, fr.l, p.step[0], 0)
	p.w.SetCol(0, s.precision)
	return nil
}

// marginals writes mean and variance of every f, and K^-1 times the mean to step.
func (p *posterior) marginals(s *sites) error {
	p.w.SetCol(0, s.precision)
	if err := p.variancesOf(s.variance, 0); err != nil {
		return err
	}
	a := p.step[0]
	linalg.MulVec(a, false, 1, p.k, s.shift, 0)
	root := s.value // space until update writes it
	for i, tau := range s.precision {
		root[i] = math.Sqrt(tau)
	}
	linalg.SolveScaled(p.b, root, a)
	for i, v := range a {
		a[i] = s.shift[i] - v
	}
	linalg.MulVec(s.mean, false, 1, p.k, a, 0)
	return nil
}

// update moves the sites to match the tilted moments, and returns the largest relative change of a precision.
func (s *sites) update(y []int) (change float64) {
	for i := range y {
		v := 1 / max(1/s.variance[i]-s.precision[i], leastPrecision)
		s.mean[i], s.variance[i] = v*(s.mean[i]/s.variance[i]-s.shift[i]), v
		s.signed[i] = s.mean[i] * float64(2*y[i]-1)
	}
	likelihood.TiltedProbit(s.value, s.first, s.second, s.signed, s.variance)
	for i := range y {
		left := 1 - s.second[i]*s.variance[i]
		tau := max(s.second[i]/left, leastPrecision)
		nu := (float64(2*y[i]-1)*s.first[i] + s.second[i]*s.mean[i]) / left
		change = max(change, math.Abs(tau-s.precision[i])/tau)
		s.precision[i] += siteDamping * (tau - s.precision[i])
		s.shift[i] += siteDamping * (nu - s.shift[i])
	}
	return change
}

// matchMoments makes the posterior use matched frames.
func (p *posterior) matchMoments() error {
	if p.likelihood.Functions() > 1 {
		return errManyFunctions
	}
	p.frames, p.sites = matchedFrame, newSites(len(p.y))
	return nil
}
