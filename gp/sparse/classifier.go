package sparse

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
)

// Classifier is a fitted model of two classes with one latent function.
type Classifier struct{ *Model }

// NewClassifier returns the model of q(v) = N(mean, factor factor') under a prior with
// an inverse link; it copies what it is given.
func NewClassifier(p *Prior, mean []float64, factor *mat.Dense, link likelihood.Link) (*Classifier, error) {
	return NewClassifierOf(p, mean, factor, likelihood.Bernoulli{Link: link})
}

// NewClassifierOf is NewClassifier with a likelihood of two classes, which says how it predicts.
func NewClassifierOf(p *Prior, mean []float64, factor *mat.Dense, lik likelihood.Bernoulli) (*Classifier, error) {
	m, err := NewModel([]*Prior{p}, [][]float64{mean}, []*mat.Dense{factor}, lik)
	if err != nil {
		return nil, err
	}
	return &Classifier{m}, nil
}

// LoadClassifier returns the model that MarshalBinary wrote.
func LoadClassifier(raw []byte) (*Classifier, error) {
	m, err := LoadModel(raw)
	if err != nil {
		return nil, err
	}
	if m.likelihood.Functions() != 1 {
		return nil, fmt.Errorf("the model cannot be read: it has %d latent functions, not one", m.likelihood.Functions())
	}
	return &Classifier{m}, nil
}

// Latent writes the mean and variance of f, with the kernel's noise, at the n rows of
// x to slices of length n. Cost O(n M^2).
func (c *Classifier) Latent(mean, variance []float64, x *mat.Dense) {
	c.Latents(mat.NewDense(len(mean), 1, mean), mat.NewDense(len(variance), 1, variance), x)
}

// NewMulticlass returns the model with one latent function a class, whose largest
// gives the class without noise: q(v_k) = N(mean_k, factor_k factor_k') under its
// prior. It copies what it is given.
func NewMulticlass(priors []*Prior, mean [][]float64, factor []*mat.Dense) (*Model, error) {
	l, err := likelihood.NewRobustMax(len(priors), 0)
	if err != nil {
		return nil, err
	}
	return NewModel(priors, mean, factor, l)
}
