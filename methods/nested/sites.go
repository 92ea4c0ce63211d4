package nested

import "math"

// Sites are the Gaussian sites of an inner loop, exp(nu_i f_i - lambda_i f_i^2 / 2), with the q that they make.
type Sites interface {
	// RefreshMeans computes q and its bound at the sites, and moves the shifts so that the means are optimal.
	RefreshMeans() error
	// Bound returns the bound at the sites.
	Bound() float64
	// Slack returns how far the bound may fall in a step, so that rounding does not decide on the next.
	Slack() float64
	// SetPrecision gives all sites the same lambda, and nu = 0.
	SetPrecision(lambda float64)
	// Proposed returns the largest lambda_i var f_i of the sites that the slopes propose next.
	Proposed() float64
}

// farSite is the largest lambda_i var f_i of sites with which q has digits left. The slopes of the cloglog link
// at a wide prior are like exp(var f_i / 2), and propose more.
const farSite = 1 << 40

// Begin computes q at the sites, or without sites if those, which another kernel has left, make no density or no
// number with this one. Where the next sites would leave q no digits it begins at lambda = 1, with which var f_i
// is at most 1.
func Begin(s Sites) error {
	if err := s.RefreshMeans(); err != nil || !IsFinite(s.Bound()) {
		s.SetPrecision(0)
		if err := s.RefreshMeans(); err != nil {
			return err
		}
	}
	if s.Proposed() <= farSite {
		return nil
	}
	s.SetPrecision(1)
	return s.RefreshMeans()
}

// IsFinite says whether a value is a number and not infinite.
func IsFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
