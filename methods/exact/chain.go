package exact

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/mcmc"
	"gpcbench/linalg"
)

// chain is one Markov chain. Its state is z and eta, which determine everything
// else.
type chain struct {
	*posterior
	source *rand.PCG
	rng    *rand.Rand // of source

	power float64 // of the weight that the chain's density has over N(0, I): 1 is the posterior

	z   []float64
	eta [][]float64 // by function

	frame, other *frame      // at z, and of a move
	v            [][]float64 // mean + T^-T eta
	value        float64     // of the log density of z and eta over that of N(0, I)

	fresh, centre [][]float64  // draws of N(0, I), and T^-T of them
	moved         *mat.Dense   // latent values at v
	surrogate     *surrogate   // of moves by surrogate data, else nil
	hamiltonian   *hamiltonian // of moves of eta by Hamiltonian Monte Carlo, else nil
	batch         *batch       // of moves of eta whose directions are drawn together, once there are any
	noisy         *noisy       // of moves of eta as a truncated Gaussian, else nil
	drawn, picked [][]float64  // of moves by estimates
	kept          draws
}

// draws are kept draws, one after the other.
type draws struct {
	Z, V          []float64 // P and F N numbers a draw
	LogLikelihood []float64
}

// newChain returns a chain at a draw of the prior of z, and of N(0, I) of eta.
func newChain(p *posterior, seeds *rand.Rand) (*chain, error) {
	n, functions := len(p.y), p.likelihood.Functions()
	c := &chain{
		posterior: p,
		z:         make([]float64, len(p.prior.free)), eta: vectors(functions, n),
		frame: p.newFrame(), other: p.newFrame(),
		v: vectors(functions, n), fresh: vectors(functions, n), centre: vectors(functions, n),
		moved: mat.NewDense(n, functions, nil),
	}
	if p.kernelMove == kernelBySurrogate {
		c.surrogate = c.newSurrogate()
	}
	if p.leapfrogs > 0 {
		c.hamiltonian = newHamiltonian(p.leapfrogs, functions, n)
	}
	if p.noise != nil {
		c.noisy = p.newNoisy()
	}
	if p.kernelMove == kernelByEstimates {
		c.drawn, c.picked = vectors(functions, n), vectors(functions, n)
	}
	c.draw(seeds)
	return c, c.restart()
}

// draw makes the chain a new one: its random stream, a draw of the prior of z and one of N(0, I) of eta.
func (c *chain) draw(seeds *rand.Rand) {
	c.power, c.source = 1, rand.NewPCG(seeds.Uint64(), seeds.Uint64())
	c.rng = rand.New(c.source)
	normal(c.rng, c.z)
	if c.posterior.ellipse != nil {
		c.posterior.ellipse.from(c.z, c.z)
	}
	normal(c.rng, c.eta...)
}

// again makes a chain a new one, as newChain does. At a fixed kernel its frame stays.
func (c *chain) again(seeds *rand.Rand) error {
	c.draw(seeds)
	if len(c.z) > 0 {
		return c.restart()
	}
	c.value = c.place(c.frame)
	return nil
}

// restart computes what follows from z and eta. The error is that of a kernel that cannot be
// decomposed, or that no model may have.
func (c *chain) restart() error {
	if !c.prior.has(c.z) {
		return fmt.Errorf("a chain starts with a variance or lengthscale above exp(%d) or below exp(-%[1]d); choose others, or narrower priors of them", farthest)
	}
	if err := c.lay(c.frame, c.prior.kernelAt(c.z)); err != nil {
		return err
	}
	c.value = c.place(c.frame)
	return nil
}

// sweep moves the parameters of the kernel and the latent functions.
func (c *chain) sweep(kernelMoves, latentMoves int) {
	if len(c.z) > 0 {
		for range kernelMoves {
			switch c.kernelMove {
			case kernelBySurrogate:
				c.moveBySurrogate()
			case kernelByEstimates:
				c.moveByEstimates()
			default:
				c.moveKernel()
			}
		}
	}
	if c.noisy != nil {
		if len(c.z) > 0 {
			c.noisy.laid = false // the kernel may have moved
		}
		for range latentMoves {
			c.moveTruncated()
		}
		return
	}
	if c.batched && c.hamiltonian == nil {
		c.moveLatents(latentMoves)
		return
	}
	for range latentMoves {
		if c.hamiltonian != nil {
			c.moveByHamilton()
		} else {
			c.moveLatent()
		}
	}
}

// place writes v at eta in a frame, and returns value there.
func (c *chain) place(fr *frame) float64 {
	return c.lift(fr, c.eta, c.ellipse.weight(c.z)-fr.logDet) + c.logLikelihood(c.moved)
}

// lift writes v and the latent values at an eta in a frame, and returns a value less |v|^2 / 2.
func (c *chain) lift(fr *frame, eta [][]float64, value float64) float64 {
	for k, v := range c.v {
		copy(v, eta[k])
	}
	fr.colour(c.v, c.row)
	for k, v := range c.v {
		for i, m := range fr.mean[k] {
			v[i] += m
		}
		value -= linalg.Dot(v, v) / 2
	}
	c.latent(c.moved, fr.l, c.v)
	return value
}

// moveKernel moves z by an elliptical slice at fixed eta.
func (c *chain) moveKernel() {
	value := c.value
	moved := c.slideKernel(c.power*c.value, func() float64 {
		value = math.Inf(-1)
		if c.lay(c.other, c.prior.kernelAt(c.z)) == nil {
			value = c.place(c.other)
		}
		return c.power * value
	})
	if !moved {
		c.place(c.frame)
		return
	}
	c.frame, c.other, c.value = c.other, c.frame, value
}

// slideKernel moves z by an elliptical slice under a log density relative to that of N(0, I), or of
// the ellipse: now is its present value, and at returns it at another z. The last call of at is for
// the z that is kept; slideKernel says whether z stays.
func (c *chain) slideKernel(now float64, at func() float64) (moved bool) {
	fresh := make([]float64, len(c.z))
	normal(c.rng, fresh)
	from := append([]float64(nil), c.z...)
	zeta := from
	if c.ellipse != nil {
		zeta = make([]float64, len(c.z))
		c.ellipse.to(zeta, from)
	}
	angle := mcmc.EllipticalSlice(c.rng, now, func(angle float64) float64 {
		turn(c.z, zeta, fresh, angle)
		if c.ellipse != nil {
			c.ellipse.from(c.z, c.z)
		}
		if !c.prior.has(c.z) {
			return math.Inf(-1)
		}
		return at()
	})
	if angle == 0 {
		copy(c.z, from)
	}
	return angle != 0
}

// turn writes x cos(angle) + nu sin(angle).
func turn(dst, x, nu []float64, angle float64) {
	sin, cos := math.Sincos(angle)
	for i := range dst {
		dst[i] = cos*x[i] + sin*nu[i]
	}
}

// moveLatent moves eta by an elliptical slice at fixed z. The remaining part of value is
// -1/2 |v|^2 + log p(y | f) + 1/2 |eta|^2, which changes little if the frame is good.
func (c *chain) moveLatent() {
	normal(c.rng, c.fresh...)
	for k, v := range c.v {
		copy(c.centre[k], c.fresh[k])
		for i, m := range c.frame.mean[k] {
			v[i] -= m // T^-T eta
		}
	}
	c.frame.colour(c.centre, c.row)
	n := len(c.y)
	eta, level := make([]float64, n), c.ellipse.weight(c.z)-c.frame.logDet
	at := func(angle float64) float64 {
		value := level
		for k := range c.v {
			turn(eta, c.eta[k], c.fresh[k], angle)
			value += linalg.Dot(eta, eta) / 2
			turn(c.tried[k], c.v[k], c.centre[k], angle)
			for i, m := range c.frame.mean[k] {
				c.tried[k][i] += m
			}
			value -= linalg.Dot(c.tried[k], c.tried[k]) / 2
		}
		c.latent(c.moved, c.frame.l, c.tried)
		return c.power * (value + c.logLikelihood(c.moved))
	}
	angle := mcmc.EllipticalSlice(c.rng, c.power*c.logWeight(), at)
	for k := range c.eta {
		turn(c.eta[k], c.eta[k], c.fresh[k], angle)
	}
	c.value = c.place(c.frame) // from eta alone, as after a restart
}

// keep keeps the draw.
func (c *chain) keep() {
	c.kept.Z = append(c.kept.Z, c.z...)
	for _, v := range c.v {
		c.kept.V = append(c.kept.V, v...)
	}
	c.kept.LogLikelihood = append(c.kept.LogLikelihood, c.logLikelihood(c.moved))
}

// normal fills vectors with draws of N(0, 1).
func normal(rng *rand.Rand, all ...[]float64) {
	for _, values := range all {
		for i := range values {
			values[i] = rng.NormFloat64()
		}
	}
}
