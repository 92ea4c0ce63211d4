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

// integralOfPower returns 1/alpha times log of the integral of N(f | mean, variance) times the site
// to the power of alpha, without losing digits where that is small.
func integralOfPower(alpha, mean, variance, tau, nu float64) float64 {
	if alpha == 1 {
		return integral(mean, variance, tau, nu)
	}
	t := variance * alpha * tau
	return (nu*(mean+0.5*variance*alpha*nu)-0.5*tau*mean*mean)/(1+t) - 0.5*math.Log1p(t)/alpha
}

// match returns the site whose power alpha gives N(mean, variance) the moments of the tilted
// distribution, of whose normaliser log Z first is the first and -beta the second derivative
// with respect to mean.
func match(alpha, mean, variance, first, beta float64) (tau, nu float64) {
	s := 1 / (1 - beta*variance)
	return beta * s / alpha, (first + beta*mean) * s / alpha
}
