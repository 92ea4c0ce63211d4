package sparse

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/saved"
)

// savedPrior is a Prior as it is marshalled.
type savedPrior struct {
	Kernel kernel.State
	M, D   int
	Z      []float64
}

// savedModel is a Model as it is marshalled.
type savedModel struct {
	Priors     []savedPrior
	Prior      []int
	Mean, Fac  [][]float64
	Likelihood likelihood.State
}

// MarshalBinary returns the model for LoadModel.
func (c *Model) MarshalBinary() ([]byte, error) {
	s := savedModel{Prior: c.prior, Mean: c.mean, Likelihood: c.likelihood.State()}
	for _, p := range c.priors {
		s.Priors = append(s.Priors, save(p))
	}
	for _, f := range c.factor {
		s.Fac = append(s.Fac, f.RawMatrix().Data)
	}
	return saved.Encode(s)
}

// LoadModel returns the model that MarshalBinary wrote. All sizes are compared before a matrix
// is made.
func LoadModel(raw []byte) (*Model, error) {
	var s savedModel
	if err := saved.Decode(raw, &s); err != nil {
		return nil, err
	}
	if !s.fits() {
		return nil, saved.ErrMisfit
	}
	l, err := likelihood.New(s.Likelihood)
	if err != nil {
		return nil, fmt.Errorf("the model cannot be read: %w", err)
	}
	distinct := make([]*Prior, len(s.Priors))
	for i, sp := range s.Priors {
		if distinct[i], err = sp.prior(); err != nil {
			return nil, err
		}
	}
	priors, factor := make([]*Prior, len(s.Prior)), make([]*mat.Dense, len(s.Prior))
	for k, at := range s.Prior {
		priors[k] = distinct[at]
		factor[k] = mat.NewDense(priors[k].M(), priors[k].M(), s.Fac[k])
	}
	return NewModel(priors, s.Mean, factor, l)
}

// fits says whether every size is that of the numbers that are there: a mean of M and a factor of
// M x M for every function, and a function for every prior, all of one D. The likelihood has no
// more outputs than there are functions, or two of one.
func (s *savedModel) fits() bool {
	used := make([]bool, len(s.Priors))
	if len(s.Prior) == 0 || len(s.Mean) != len(s.Prior) || len(s.Fac) != len(s.Prior) || s.Likelihood.Outputs > max(2, len(s.Prior)) {
		return false
	}
	for k, at := range s.Prior {
		if at < 0 || at >= len(s.Priors) {
			return false
		}
		used[at] = true
		if m := s.Priors[at].M; len(s.Mean[k]) != m || !saved.Fits(len(s.Fac[k]), m, m) {
			return false
		}
	}
	for i, p := range s.Priors {
		if !used[i] || p.D != s.Priors[0].D || !saved.Fits(len(p.Z), p.M, p.D) {
			return false
		}
	}
	return true
}

// save returns a prior as it is marshalled.
func save(p *Prior) savedPrior {
	m, d := p.Z.Dims()
	return savedPrior{Kernel: kernel.StateOf(p.Kernel), M: m, D: d, Z: p.Z.RawMatrix().Data}
}

// prior returns the prior that was saved. It takes M x M numbers.
func (s savedPrior) prior() (*Prior, error) { return LoadPrior(s.Kernel, s.Z, s.M, s.D) }

// LoadPrior returns the prior of a saved kernel at M inducing inputs of D attributes each. The
// caller has checked that M x M numbers are not too many.
func LoadPrior(k kernel.State, z []float64, m, d int) (*Prior, error) {
	inducing, err := saved.Matrix(z, m, d)
	if err != nil {
		return nil, err
	}
	if k.Dim != d {
		return nil, saved.ErrMisfit
	}
	covariance, err := k.Kernel()
	if err != nil {
		return nil, err
	}
	p, _, err := NewPrior(covariance, inducing)
	return p, err
}
