package exact

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"gpcbench/linalg"
)

// evidenceSteps is the number of powers unless options say otherwise.
const evidenceSteps = 30

// evidence is an estimate of log p(y), and its standard error.
type evidence struct{ Log, SE float64 }

// anneal estimates log p(y), at the kernel where it is fixed and else with the kernel integrated over its
// prior, by annealed importance sampling (Neal, Annealed importance sampling, 2001), from N(0, I) of z and
// eta to the posterior:
//
//	p(y) = E w,  log w(z, eta) = sum_c (-1/2 |v_c|^2 + 1/2 |eta_c|^2 - log|T_c|) + sum_i log p(y_i | f_i),
//
// by the powers u^2 (3 - 2 u) of w, u = k/steps, with a sweep of the chain after each. They are
// close together at 0, where the kernel moves from its prior towards the data, and at 1: in a
// direction that the data hardly determine, N(0, I) of eta is narrower than the posterior, and a
// long last step would have weights without a variance. The frame makes log w nearly constant in
// eta elsewhere, so that few powers do. Each run's weight has expectation p(y); the estimate is the
// logarithm of their mean.
//
// Latent functions that move as a truncated Gaussian have no powers: there w has y_i given u f_i in place of f_i, with scales
// u of f from 0 to 1.
func (c *Config) anneal(ctx context.Context, post *posterior, seeds *rand.Rand) (evidence, error) {
	logs, steps := make([]float64, c.EvidenceRuns), cmp.Or(c.EvidenceSteps, evidenceSteps)
	bend := post.bend()
	ch, err := newChain(post, seeds)
	for r := range logs {
		if r > 0 {
			err = ch.again(seeds)
		}
		if err != nil {
			return evidence{}, err
		}
		ch.power = 0
		for k := 1; k <= steps; k++ {
			if err := ctx.Err(); err != nil {
				return evidence{}, err
			}
			rise, err := ch.raise(powerAt(float64(k)/float64(steps), bend))
			if err != nil {
				return evidence{}, err
			}
			logs[r] += rise
			if k < steps {
				ch.sweep(c.KernelMoves, c.LatentMoves)
			}
		}
	}
	return meanOf(logs), nil
}

// raise takes the chain's density to a power of w or, where latent functions move as a truncated Gaussian, to a scale of
// them, and returns the rise of the logarithm of its factor over N(0, I) at z and eta.
func (c *chain) raise(to float64) (rise float64, err error) {
	if c.noise == nil {
		rise = (to - c.power) * c.logWeight()
		c.power = to
		return rise, nil
	}
	before := c.power * c.logWeight()
	c.power, c.scale, c.noisy.laid = 1, to, false
	if err := c.restart(); err != nil {
		return 0, err
	}
	return c.logWeight() - before, nil
}

// powerAt returns the power at a share u of the steps, s = u^2 (3 - 2 u), or with a bend (e^(bend s) - 1)/(e^bend - 1).
func powerAt(u, bend float64) float64 {
	s := u * u * (3 - 2*u)
	if bend == 0 {
		return s
	}
	return math.Expm1(bend*s) / math.Expm1(bend)
}

// bend is the bend of the powers if frames are matched, wide or those of the prior, and 0 if they are
// smoothed. Where the kernel's variance is large a draw on the wrong side has a log p(y | f) of the
// order of minus that variance: powers begin at about one over it, where the step of the likelihood
// begins to matter. Scales begin where that of the functions is about the noise's.
func (p *posterior) bend() float64 {
	if p.noise == nil && p.frames == smoothedFrame && p.curvature == 1 {
		return 0
	}
	p.prior.kernel.Gram(p.k, p.x)
	largest := 0.0
	for i := range p.y {
		largest = max(largest, p.k.At(i, i))
	}
	if p.noise != nil {
		return math.Log1p(math.Sqrt(largest) / p.noise.NoiseSD())
	}
	return math.Log1p(largest)
}

// logWeight is log w at z and eta.
func (c *chain) logWeight() float64 {
	w := c.value
	for _, e := range c.eta {
		w += linalg.Dot(e, e) / 2
	}
	return w
}

// meanOf returns the logarithm of the mean of weights given by their logarithms, with its standard
// error to first order.
func meanOf(logs []float64) evidence {
	top := math.Inf(-1)
	for _, l := range logs {
		top = max(top, l)
	}
	n, sum, squares := float64(len(logs)), 0.0, 0.0
	for _, l := range logs {
		w := math.Exp(l - top)
		sum += w
		squares += w * w
	}
	mean := sum / n
	variance := max(0, squares/n-mean*mean) * n / (n - 1)
	return evidence{top + math.Log(mean), math.Sqrt(variance/n) / mean}
}
