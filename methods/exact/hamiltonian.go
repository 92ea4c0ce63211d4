package exact

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// hamiltonian is the space of moves of eta by Hamiltonian Monte Carlo.
type hamiltonian struct {
	steps            int
	momentum, from   [][]float64 // by function
	kick             [][]float64
	slope, curvature *mat.Dense // N x F, of the likelihood
	narrow           *mat.Dense // N x F: the variances that it is smoothed by
}

func newHamiltonian(steps, functions, n int) *hamiltonian {
	rows := func() *mat.Dense { return mat.NewDense(n, functions, nil) }
	h := &hamiltonian{steps, vectors(functions, n), vectors(functions, n), vectors(functions, n), rows(), rows(), rows()}
	h.narrow.Apply(func(_, _ int, _ float64) float64 { return leastVariance }, h.narrow)
	return h
}

// moveByHamilton moves eta by Hamiltonian Monte Carlo at fixed z (Neal, MCMC using Hamiltonian
// dynamics, 2011):
//
//	H = 1/2 |eta|^2 + 1/2 |p|^2 - R(eta),   p ~ N(0, I),
//
// R the log density that is left over that of N(0, I), as of the slices. The quadratic terms alone
// turn (eta, p) exactly, and R kicks p between turns (Shahbaba, Lan, Johnson & Neal, Split
// Hamiltonian Monte Carlo, 2014): if the frame is the posterior's Gaussian, nothing is rejected.
// The turns of a move add up to between half a quarter turn and a whole one, at random, to avoid
// periodic orbits.
func (c *chain) moveByHamilton() {
	h := c.hamiltonian
	normal(c.rng, h.momentum...)
	angle := math.Pi / 2 / float64(h.steps) * (1 + c.rng.Float64()) / 2
	sin, cos := math.Sincos(angle)
	for k, eta := range c.eta {
		copy(h.from[k], eta)
	}
	before := c.energy()
	c.kick(angle / 2)
	for step := range h.steps {
		for k, eta := range c.eta {
			p := h.momentum[k]
			for i := range eta {
				e, m := eta[i], p[i]
				eta[i], p[i] = cos*e+sin*m, cos*m-sin*e
			}
		}
		c.value = c.place(c.frame)
		if step < h.steps-1 {
			c.kick(angle)
		}
	}
	c.kick(angle / 2)
	if after := c.energy(); !(before-after > -c.rng.ExpFloat64()) {
		c.eta, h.from = h.from, c.eta
		c.value = c.place(c.frame)
	}
}

// energy is H at eta and the momentum.
func (c *chain) energy() float64 {
	h := -c.power * c.logWeight()
	for k, eta := range c.eta {
		p := c.hamiltonian.momentum[k]
		h += (linalg.Dot(eta, eta) + linalg.Dot(p, p)) / 2
	}
	return h
}

// kick adds the given multiple of the slope of R to the momentum, T^-1 (L'g - v) + eta, g the slope
// of the log likelihood. g is smoothed a little, and is that of the likelihood used for frames: a
// move is exact whatever the kicks, because it is accepted by R.
func (c *chain) kick(part float64) {
	h := c.hamiltonian
	c.guide.Expectations(h.slope, h.curvature, c.y, c.moved, h.narrow, 1)
	for k, s := range h.kick {
		mat.Col(c.row, k, h.slope)
		copy(s, c.v[k])
		linalg.MulVec(s, true, 1, c.frame.l, c.row, -1)
	}
	c.frame.whiten(h.kick, c.row)
	for k, s := range h.kick {
		for i, eta := range c.eta[k] {
			h.momentum[k][i] += part * c.power * (s[i] + eta)
		}
	}
}
