package likelihood

import (
	"math"

	"gpcbench/gp/quad"
	"gpcbench/linalg/engine"
)

// Softplus is the expectation of log(1 + e^f), f normally distributed, with its
// derivatives, at very many places: with labels y of 0 and 1 and a logistic link,
//
//	E log p(y | f) = y E f - E log(1 + e^f).
//
// Gauss-Hermite nodes come in pairs +-x of the same weight. With e = e^mean,
// q = e^(sd x), u = e q and v = e / q, the two nodes of a pair give
//
//	log(1+u) + log(1+v) = log(1 + s + e^2)       s = u + v
//	u/(1+u) + v/(1+v)   = (s + 2 e^2) / (1 + s + e^2)
//	u/(1+u) - v/(1+v)   = (u - v) / (1 + s + e^2)
//
// which is one exponential and one logarithm for two nodes. The derivatives are those of
// the quadrature itself. Where a mean or sd x is beyond +-300 the squares would overflow: of
// such a place the nodes are worked out one by one.
//
// A value is safe for concurrent use.
type Softplus struct {
	x, w   []float64 // the positive nodes and their weights
	widest float64   // the largest node
	centre float64   // weight of the node 0, which an odd number of nodes has
}

// NewSoftplus returns the expectation by n Gauss-Hermite nodes.
func NewSoftplus(n int) *Softplus {
	r := quad.GaussHermite(n)
	s := &Softplus{x: r.X[:n/2], w: r.W[:n/2]}
	if n > 1 {
		s.widest = r.X[0]
	}
	if n%2 == 1 {
		s.centre = r.W[n/2]
	}
	return s
}

const (
	softplusChunk = 256
	softplusLimit = 300
)

// softplusSpace is a chunk's numbers.
type softplusSpace struct {
	e, square, sd, q, p [softplusChunk]float64
}

// Expect returns the sum of E log(1 + e^f) over all places and sets dMean and dVariance to
// its derivatives there, for a mean and a variance of at least 0 each. All slices are of the
// same length, and neither of the first two overlaps another.
//
// Cost: n/2 + 1 exponentials, n/2 logarithms and n divisions a place.
func (s *Softplus) Expect(dMean, dVariance, mean, variance []float64) float64 {
	var space softplusSpace
	sum := 0.0
	for from := 0; from < len(mean); from += softplusChunk {
		to := min(from+softplusChunk, len(mean))
		sum += s.chunk(&space, dMean[from:to], dVariance[from:to], mean[from:to], variance[from:to])
	}
	return sum
}

// chunk is Expect of at most softplusChunk places.
func (s *Softplus) chunk(space *softplusSpace, dMean, dVariance, mean, variance []float64) float64 {
	far := s.lay(space, mean, variance)
	sum := s.middle(space, dMean, dVariance)
	for k := range s.x {
		sum += s.pair(space, k, dMean, dVariance)
	}
	for i, r := range space.sd[:len(mean)] {
		if r < tinySD { // the difference of a pair has lost its digits
			c := space.e[i] / (1 + space.e[i])
			dVariance[i] = 0.5 * float64(c*(1-c))
			continue
		}
		dVariance[i] /= 2 * r
	}
	for _, i := range far {
		var value float64
		value, dMean[i], dVariance[i] = s.alone(mean[i], math.Sqrt(variance[i]))
		sum += value
	}
	return sum
}

// lay sets e, e^2 and the standard deviations of the places. It returns those whose exponentials would overflow, in the
// place of which it puts one that adds exactly nothing.
func (s *Softplus) lay(space *softplusSpace, mean, variance []float64) (far []int) {
	n := len(mean)
	e, square, sd := space.e[:n], space.square[:n], space.sd[:n]
	for i, m := range mean {
		e[i], sd[i] = m, math.Sqrt(variance[i])
		if !(math.Abs(m) <= softplusLimit && sd[i]*s.widest <= softplusLimit) {
			e[i], sd[i], far = -softplusLimit, 0, append(far, i)
		}
	}
	engine.Exp(e, e)
	for i, v := range e {
		square[i] = v * v
	}
	return far
}

// middle returns what the node 0, if there is one, adds to the sum, and sets the derivatives to what it adds to them.
func (s *Softplus) middle(space *softplusSpace, dMean, dVariance []float64) float64 {
	n := len(dMean)
	p := space.p[:n]
	for i, v := range space.e[:n] {
		p[i] = 1 + v
		dMean[i] = s.centre * (v / p[i])
		dVariance[i] = 0
	}
	if s.centre == 0 {
		return 0
	}
	return s.centre * logs(p)
}

// pair returns what a pair of nodes adds to the sum, and adds the rest to the derivatives.
func (s *Softplus) pair(space *softplusSpace, k int, dMean, dVariance []float64) float64 {
	n, x, w := len(dMean), s.x[k], s.w[k]
	e, square, q, p := space.e[:n], space.square[:n], space.q[:n], space.p[:n]
	slope := w * x
	for i, r := range space.sd[:n] {
		q[i] = r * x
	}
	engine.Exp(q, q)
	for i, v := range q {
		up := e[i] * v
		down := e[i] / v
		both := up + down
		p[i] = (1 + both) + square[i]
		share := 1 / p[i]
		dMean[i] += float64(w * float64((both+2*square[i])*share))
		dVariance[i] += float64(slope * float64((up-down)*share))
	}
	return float64(w * logs(p))
}

// alone is the quadrature at one place.
func (s *Softplus) alone(mean, sd float64) (value, dMean, dVariance float64) {
	add := func(w, x float64) {
		l, slope, second := logSigmoid(-mean - sd*x) // -log(1 + e^f), with sigma(f)
		value -= w * l
		dMean += w * slope
		if sd < tinySD {
			dVariance -= 0.5 * w * second
		} else {
			dVariance += w * slope * x / (2 * sd)
		}
	}
	if s.centre > 0 {
		add(s.centre, 0)
	}
	for k, x := range s.x {
		add(s.w[k], x)
		add(s.w[k], -x)
	}
	return value, dMean, dVariance
}

// logs returns the sum of the logarithms of p, which it overwrites.
func logs(p []float64) float64 {
	engine.Log(p, p)
	sum := 0.0
	for _, v := range p {
		sum += v
	}
	return sum
}
