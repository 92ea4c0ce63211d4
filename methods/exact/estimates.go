package exact

import (
	"math"

	"gpcbench/linalg"
)

// stride is the length of a random step of z in standard deviations of the posterior times the root of its number of
// parameters: 2.38 is best for Gaussians (Roberts, Gelman & Gilks, Weak convergence and optimal scaling of random walk
// Metropolis algorithms, 1997).
const stride = 2.38 / wider

// moveByEstimates moves z by a random step that is accepted by the ratio of unbiased estimates of p(y | theta)
// (Filippone & Girolami, Pseudo-marginal Bayesian inference for Gaussian processes, 2014), means of the weight over
// draws of eta ~ N(0, I). The present eta is one of the draws of the present estimate and the others are new, which
// leaves the posterior as it is (Andrieu, Doucet & Holenstein, Particle Markov chain Monte Carlo methods, 2010);
// the eta that is kept is one of the draws, by their weights.
func (c *chain) moveByEstimates() {
	from := append([]float64(nil), c.z...)
	present := c.base(c.z) + c.estimate(c.frame, true)
	for k, eta := range c.picked {
		copy(c.eta[k], eta)
	}
	c.step(c.z)
	proposed := math.Inf(-1)
	if c.prior.has(c.z) && c.lay(c.other, c.prior.kernelAt(c.z)) == nil {
		proposed = c.base(c.z) + c.estimate(c.other, false)
	}
	if proposed-present > -c.rng.ExpFloat64() {
		c.frame, c.other = c.other, c.frame
		c.eta, c.picked = c.picked, c.eta
	} else {
		copy(c.z, from)
	}
	c.value = c.place(c.frame)
}

// base is the log density of z that multiplies the weight, N(0, I) or the ellipse, up to a
// constant.
func (c *chain) base(z []float64) float64 {
	if c.ellipse == nil {
		return -linalg.Dot(z, z) / 2
	}
	zeta := make([]float64, len(z))
	c.ellipse.to(zeta, z)
	return -linalg.Dot(zeta, zeta) / 2
}

// step moves z by a random step.
func (c *chain) step(z []float64) {
	zeta, fresh := append([]float64(nil), z...), make([]float64, len(z))
	normal(c.rng, fresh)
	if c.ellipse != nil {
		c.ellipse.to(zeta, z)
	}
	for i := range zeta {
		zeta[i] += stride / math.Sqrt(float64(len(z))) * fresh[i]
	}
	copy(z, zeta)
	if c.ellipse != nil {
		c.ellipse.from(z, z)
	}
}

// estimate returns the logarithm of the mean weight of draws of eta in a frame, the first of which is the present eta
// if it is one of them, and leaves one of them in picked, by their weights.
func (c *chain) estimate(fr *frame, own bool) float64 {
	eta := c.eta
	defer func() { c.eta = eta }()
	total := math.Inf(-1)
	for j := range c.estimates {
		if j > 0 || !own {
			c.eta = c.drawn
			normal(c.rng, c.eta...)
		}
		weight := c.place(fr)
		for _, e := range c.eta {
			weight += linalg.Dot(e, e) / 2
		}
		weight *= c.power
		if total = logSum(total, weight); c.rng.ExpFloat64() > total-weight {
			for k, e := range c.eta {
				copy(c.picked[k], e)
			}
		}
	}
	return total - math.Log(float64(c.estimates))
}

// logSum returns log(e^a + e^b).
func logSum(a, b float64) float64 {
	a, b = max(a, b), min(a, b)
	if math.IsInf(a, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
