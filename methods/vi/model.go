package vi

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
)

// Model is a fitted model. Its Predict gives (1 - epsilon) P_k + epsilon/C.
type Model struct{ *sparse.Multiclass }

// newModel returns the model of q(v_k) = N(mean_k, factor_k factor_k'), which it
// copies.
func newModel(priors []*sparse.Prior, mean [][]float64, factor []*mat.Dense, epsilon float64) (*Model, error) {
	m, err := sparse.NewMulticlass(priors, mean, factor, epsilon)
	if err != nil {
		return nil, err
	}
	return &Model{m}, nil
}

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (*Model, error) {
	m, err := sparse.LoadMulticlass(raw)
	if err != nil {
		return nil, err
	}
	return &Model{m}, nil
}

// ExpectedLogLik returns E_q log p(y | f), the expectation of the bound, at a row
// for which Predict gives p. With P the probability that f_y is largest it is
// P log(1 - epsilon + epsilon/C) + (1 - P) log(epsilon/C), and P is had from p_y.
func (m *Model) ExpectedLogLik(p []float64, y int) float64 {
	epsilon := m.Epsilon()
	noise := epsilon / float64(len(p))
	largest := (p[y] - noise) / (1 - epsilon)
	return largest*math.Log(1-epsilon+noise) + (1-largest)*math.Log(noise)
}
