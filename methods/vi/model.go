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

// ExpectedLogLik writes E_q log p(y_i | f_i), the expectations of the bound, at
// the n rows of x to dst, length n. With P the probability that f_y is largest
// it is P log(1 - epsilon + epsilon/C) + (1 - P) log(epsilon/C), and P is had
// from what Predict gives.
func (m *Model) ExpectedLogLik(dst []float64, x *mat.Dense, y []int) {
	classes, epsilon := m.Classes(), m.Epsilon()
	noise := epsilon / float64(classes)
	right, wrong := math.Log(1-epsilon+noise), math.Log(noise)
	probs := mat.NewDense(len(y), classes, nil)
	m.Predict(probs, x)
	for i, class := range y {
		p := (probs.At(i, class) - noise) / (1 - epsilon)
		dst[i] = p*right + (1-p)*wrong
	}
}
