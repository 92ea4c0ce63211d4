package sparse

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
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
		s.Priors = append(s.Priors, saved(p))
	}
	for _, f := range c.factor {
		s.Fac = append(s.Fac, f.RawMatrix().Data)
	}
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(s)
	return buf.Bytes(), err
}

var errMisfit = errors.New("the model cannot be read: its parts do not fit together")

// LoadModel returns the model that MarshalBinary wrote.
func LoadModel(raw []byte) (*Model, error) {
	var s savedModel
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&s); err != nil {
		return nil, fmt.Errorf("the model cannot be read: %w", err)
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
	return NewModel(priors, s.Mean, factor, l)
}

// saved returns a prior as it is marshalled.
func saved(p *Prior) savedPrior {
	m, d := p.Z.Dims()
	return savedPrior{Kernel: kernel.StateOf(p.Kernel), M: m, D: d, Z: p.Z.RawMatrix().Data}
}

// prior returns the prior that was saved.
func (s savedPrior) prior() (*Prior, error) {
	if s.M < 1 || s.D < 1 || len(s.Z) != s.M*s.D {
		return nil, errMisfit
	}
	k, err := s.Kernel.Kernel()
	if err != nil {
		return nil, err
	}
	p, _, err := NewPrior(k, mat.NewDense(s.M, s.D, s.Z))
	return p, err
}
