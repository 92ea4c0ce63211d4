package gfitc

import "math"

// times returns mean and variance of N(mean, variance) times the site
// exp(nu f - tau f^2 / 2).
func times(mean, variance, tau, nu float64) (float64, float64) {
	s := 1 / (1 + variance*tau)
	return (mean + variance*nu) * s, variance * s
}

// integral returns log of the integral of N(f | mean, variance) times the site
// exp(nu f - tau f^2 / 2).
func integral(mean, variance, tau, nu float64) float64 {
	s := 1 + variance*tau
	return (nu*(mean+0.5*variance*nu)-0.5*tau*mean*mean)/s - 0.5*math.Log(s)
}

// match returns the site that gives N(mean, variance) the moments of the tilted
// distribution, of whose normaliser log Z alpha is the first and -beta the
// second derivative with respect to mean.
func match(mean, variance, alpha, beta float64) (tau, nu float64) {
	s := 1 / (1 - beta*variance)
	return beta * s, (alpha + beta*mean) * s
}
