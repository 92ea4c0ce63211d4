package sparse

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// Classifier is a fitted binary model: q(v) = N(m, C C') under a prior, and an
// inverse link. It is safe for concurrent use.
type Classifier struct {
	prior  *Prior
	mean   []float64
	factor *mat.Dense
	link   likelihood.Link
}

// NewClassifier returns the model of what it is given, which it copies. The
// name of the link is that of the option likelihood.
func NewClassifier(p *Prior, mean []float64, factor *mat.Dense, link string) (*Classifier, error) {
	l, err := likelihood.New(link)
	if err != nil {
		return nil, err
	}
	return &Classifier{prior: p.clone(), mean: append([]float64(nil), mean...), factor: mat.DenseCopyOf(factor), link: l}, nil
}

// Latent writes the mean and variance of f, with the kernel's noise, at the
// rows of x to dst, length n: wenzel2019 (13), hensman2015 (21). Cost O(n M^2).
func (c *Classifier) Latent(mean, variance []float64, x *mat.Dense) {
	c.prior.inBlocks(x, func(from, to int, pr *Projection, ac *mat.Dense) {
		linalg.Mul(ac, false, false, 1, pr.A, c.factor, 0)
		pr.Moments(mean[from:to], variance[from:to], c.mean, ac)
	})
}

// Predict writes the probabilities of both classes at the rows of x to dst,
// n x 2: wenzel2019 (14). Cost O(n M^2).
func (c *Classifier) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	if r, k := dst.Dims(); r != n || k != 2 {
		panic("sparse: Predict: shape of dst")
	}
	mean, variance := make([]float64, n), make([]float64, n)
	c.Latent(mean, variance, x)
	for i := range n {
		p, q := c.link.Predict(mean[i], variance[i])
		dst.Set(i, 0, q)
		dst.Set(i, 1, p)
	}
}

// saved is a Classifier as it is marshalled.
type saved struct {
	Kernel       kernel.State
	M, D         int
	Z, Mean, Fac []float64
	Link         string
}

// MarshalBinary returns the model for LoadClassifier.
func (c *Classifier) MarshalBinary() ([]byte, error) {
	m, d := c.prior.Z.Dims()
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(saved{
		Kernel: kernel.StateOf(c.prior.Kernel), M: m, D: d, Z: c.prior.Z.RawMatrix().Data,
		Mean: c.mean, Fac: c.factor.RawMatrix().Data, Link: c.link.Name(),
	})
	return buf.Bytes(), err
}

// LoadClassifier returns the model that MarshalBinary wrote.
func LoadClassifier(raw []byte) (*Classifier, error) {
	var s saved
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&s); err != nil {
		return nil, fmt.Errorf("the model cannot be read: %w", err)
	}
	if s.M < 1 || s.D < 1 || len(s.Z) != s.M*s.D || len(s.Mean) != s.M || len(s.Fac) != s.M*s.M {
		return nil, fmt.Errorf("the model cannot be read: its parts do not fit together")
	}
	k, err := s.Kernel.Kernel()
	if err != nil {
		return nil, err
	}
	p, _, err := NewPrior(k, mat.NewDense(s.M, s.D, s.Z))
	if err != nil {
		return nil, err
	}
	return NewClassifier(p, s.Mean, mat.NewDense(s.M, s.M, s.Fac), s.Link)
}
