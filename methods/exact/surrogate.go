package exact

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// surrogate is the space for a move by surrogate data: noisy copies g_c ~ N(f_c, W^-1) of the
// latent functions.
type surrogate struct {
	w     *mat.Dense // N x F, the precisions of g, the same whatever z and f are
	g     *mat.Dense // N x F
	frame *frame     // v | g ~ N(mean, (T T')^-1)
	eta   [][]float64
}

// newSurrogate returns space for moves by surrogate data, whose precision is the curvature of the smoothed likelihood
// at f = 0.
func (c *chain) newSurrogate() *surrogate {
	n, functions := len(c.y), c.likelihood.Functions()
	s := &surrogate{w: mat.NewDense(n, functions, nil), g: mat.NewDense(n, functions, nil), frame: c.newFrame(), eta: vectors(functions, n)}
	zero := mat.NewDense(n, functions, nil)
	c.guide.Expectations(c.g, s.w, c.y, zero, c.smoothing, 1)
	s.w.Apply(func(_, _ int, h float64) float64 { return max(leastPrecision, -2*h) }, s.w)
	return s
}

// moveBySurrogate draws surrogate data and moves z by an elliptical slice, at fixed eta of their
// frame.
func (c *chain) moveBySurrogate() {
	s := c.surrogate
	s.g.Apply(func(i, k int, _ float64) float64 {
		return c.moved.At(i, k) + c.rng.NormFloat64()/math.Sqrt(s.w.At(i, k))
	}, s.g)
	s.frame.l.Copy(c.frame.l)
	if c.layBySurrogate(s.frame) != nil {
		return
	}
	s.frame.coordinates(s.eta, c.v, c.row)
	moved := c.slideKernel(c.placeBySurrogate(), func() float64 {
		if c.factorKernel(s.frame, c.prior.kernelAt(c.z)) != nil || c.layBySurrogate(s.frame) != nil {
			return math.Inf(-1)
		}
		return c.placeBySurrogate()
	})
	if moved {
		c.frame.l.Copy(s.frame.l)
		for k, v := range c.v {
			copy(c.eta[k], v)
		}
	}
	c.value = c.place(c.frame)
}

// layBySurrogate computes mean and T of a frame from the surrogate data; its l is set
// already.
func (c *chain) layBySurrogate(fr *frame) error {
	s := c.surrogate
	c.d.Copy(s.w)
	if err := c.decompose(fr, 1); err != nil {
		return err
	}
	for k, m := range fr.mean {
		for i := range c.row {
			c.row[i] = s.w.At(i, k) * s.g.At(i, k)
		}
		linalg.MulVec(m, true, 1, fr.l, c.row, 0)
		linalg.SolveVec(fr.t[k], m)
		linalg.SolveVecT(fr.t[k], m)
	}
	return nil
}

// placeBySurrogate writes v at eta of the surrogate data's frame, and returns the log density of z over that of
// N(0, I), or of the ellipse, given that eta and the surrogate data.
func (c *chain) placeBySurrogate() float64 {
	s := c.surrogate
	value := c.lift(s.frame, s.eta, -s.frame.logDet)
	for i := range c.y {
		for k, f := range c.moved.RawRowView(i) {
			apart := s.g.At(i, k) - f
			value -= s.w.At(i, k) * apart * apart / 2
		}
	}
	return value + c.power*(c.ellipse.weight(c.z)+c.logLikelihood(c.moved))
}
