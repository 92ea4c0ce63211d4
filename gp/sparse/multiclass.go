package sparse

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// Multiclass is a fitted model with a latent function a class: independent
// q(v_k) = N(m_k, C_k C_k') under the prior of class k; the class is that of the
// largest function, but with probability epsilon drawn anew from all classes. It
// is safe for concurrent use.
type Multiclass struct {
	priors  []*Prior // that differ
	prior   []int    // of each class
	mean    [][]float64
	factor  []*mat.Dense
	epsilon float64
}

// NewMulticlass returns the model of what it is given, which it copies: a prior, a
// mean and a lower triangular factor a class, for at least two classes. Classes
// whose prior is the same pointer share its cost. epsilon is in [0, 1).
func NewMulticlass(priors []*Prior, mean [][]float64, factor []*mat.Dense, epsilon float64) (*Multiclass, error) {
	if len(priors) < 2 || len(mean) != len(priors) || len(factor) != len(priors) {
		return nil, fmt.Errorf("%d priors, %d means and %d factors make no model of two classes or more", len(priors), len(mean), len(factor))
	}
	if !(epsilon >= 0 && epsilon < 1) {
		return nil, fmt.Errorf("a part of %v of the labels cannot be noise", epsilon)
	}
	c := &Multiclass{epsilon: epsilon}
	known := map[*Prior]int{}
	for k, p := range priors {
		if r, s := factor[k].Dims(); len(mean[k]) != p.M() || r != p.M() || s != p.M() {
			return nil, fmt.Errorf("class %d: a mean of %d and a factor of %d x %d do not fit %d inducing inputs", k, len(mean[k]), r, s, p.M())
		}
		at, ok := known[p]
		if !ok {
			at = len(c.priors)
			known[p] = at
			c.priors = append(c.priors, p.clone())
		}
		c.prior = append(c.prior, at)
		c.mean = append(c.mean, append([]float64(nil), mean[k]...))
		c.factor = append(c.factor, mat.DenseCopyOf(factor[k]))
	}
	return c, nil
}

// Epsilon returns the probability that a label was drawn at random.
func (c *Multiclass) Epsilon() float64 { return c.epsilon }

// Latents writes the means and variances of the latent functions, with the
// kernel's noise, at the n rows of x to mean and variance, n x C: villacampa2017
// (66) and (67). Cost O(n M^2) a class, and a prior.
func (c *Multiclass) Latents(mean, variance, x *mat.Dense) {
	n, _ := x.Dims()
	m, v := make([]float64, min(n, block)), make([]float64, min(n, block))
	for at, prior := range c.priors {
		prior.inBlocks(x, func(from, to int, pr *Projection, ac *mat.Dense) {
			for k, of := range c.prior {
				if of != at {
					continue
				}
				linalg.MulFactor(ac, pr.A, c.factor[k])
				pr.Moments(m[:to-from], v[:to-from], c.mean[k], ac)
				for i := from; i < to; i++ {
					mean.Set(i, k, m[i-from])
					variance.Set(i, k, v[i-from])
				}
			}
		})
	}
}

// Predict writes the probabilities of all classes at the n rows of x to dst, n x C:
//
//	(1 - epsilon) P(f_k is the largest) + epsilon / C,
//
// villacampa2017 (68) by quadrature, see likelihood.Argmax, and what (13) makes of
// it. Rows are not normalised. Cost O(n M^2) a class.
func (c *Multiclass) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	classes := len(c.mean)
	if r, k := dst.Dims(); r != n || k != classes {
		panic("sparse: Predict: shape of dst")
	}
	mean, variance := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
	c.Latents(mean, variance, x)
	likelihood.NewArgmax(classes).Probabilities(dst, mean, variance)
	if c.epsilon == 0 {
		return
	}
	for i := range n {
		for k, p := range dst.RawRowView(i) {
			dst.Set(i, k, (1-c.epsilon)*p+c.epsilon/float64(classes))
		}
	}
}

// Inducing returns a copy of the inducing inputs of every class, M x D.
func (c *Multiclass) Inducing() []*mat.Dense {
	out := make([]*mat.Dense, len(c.prior))
	for k, at := range c.prior {
		out[k] = mat.DenseCopyOf(c.priors[at].Z)
	}
	return out
}

// savedPrior is a Prior as it is marshalled.
type savedPrior struct {
	Kernel kernel.State
	M, D   int
	Z      []float64
}

// savedMulticlass is a Multiclass as it is marshalled.
type savedMulticlass struct {
	Priors    []savedPrior
	Prior     []int
	Mean, Fac [][]float64
	Epsilon   float64
}

// MarshalBinary returns the model for LoadMulticlass.
func (c *Multiclass) MarshalBinary() ([]byte, error) {
	s := savedMulticlass{Prior: c.prior, Mean: c.mean, Epsilon: c.epsilon}
	for _, p := range c.priors {
		m, d := p.Z.Dims()
		s.Priors = append(s.Priors, savedPrior{Kernel: kernel.StateOf(p.Kernel), M: m, D: d, Z: p.Z.RawMatrix().Data})
	}
	for _, f := range c.factor {
		s.Fac = append(s.Fac, f.RawMatrix().Data)
	}
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(s)
	return buf.Bytes(), err
}

var errMisfit = errors.New("the model cannot be read: its parts do not fit together")

// LoadMulticlass returns the model that MarshalBinary wrote.
func LoadMulticlass(raw []byte) (*Multiclass, error) {
	var s savedMulticlass
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&s); err != nil {
		return nil, fmt.Errorf("the model cannot be read: %w", err)
	}
	distinct := make([]*Prior, len(s.Priors))
	for i, sp := range s.Priors {
		if sp.M < 1 || sp.D < 1 || len(sp.Z) != sp.M*sp.D {
			return nil, errMisfit
		}
		k, err := sp.Kernel.Kernel()
		if err != nil {
			return nil, err
		}
		if distinct[i], _, err = NewPrior(k, mat.NewDense(sp.M, sp.D, sp.Z)); err != nil {
			return nil, err
		}
	}
	if len(s.Fac) != len(s.Prior) {
		return nil, errMisfit
	}
	priors, factor := make([]*Prior, len(s.Prior)), make([]*mat.Dense, len(s.Prior))
	for k, at := range s.Prior {
		if at < 0 || at >= len(distinct) || len(s.Fac[k]) != distinct[at].M()*distinct[at].M() {
			return nil, errMisfit
		}
		priors[k] = distinct[at]
		factor[k] = mat.NewDense(priors[k].M(), priors[k].M(), s.Fac[k])
	}
	return NewMulticlass(priors, s.Mean, factor, s.Epsilon)
}
