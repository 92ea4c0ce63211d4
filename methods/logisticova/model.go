package logisticova

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/inputs"
	"gpcbench/gp/saved"
	"gpcbench/linalg/engine"
)

// Model is a fitted logistic regression for each of K labels.
type Model struct {
	Intercepts []float64 // length K

	weights *mat.Dense // D x K
}

// stored is what a model marshals to.
type stored struct {
	Dim        int
	Weights    []float64 // D x K, row by row
	Intercepts []float64
}

// Predict writes the probabilities of all labels at the rows of x to dst.
func (m *Model) Predict(dst, x *mat.Dense) { m.PredictRows(dst, inputs.Dense{Dense: x}) }

// PredictRows writes the probabilities of all labels at rows x to dst. Cost O(nnz K), nnz the
// number of values that the rows keep.
func (m *Model) PredictRows(dst *mat.Dense, x inputs.Rows) {
	x.Mul(dst, m.weights)
	n, _ := dst.Dims()
	for i := range n {
		row := dst.RawRowView(i)
		for k, b := range m.Intercepts {
			row[k] += b
		}
		engine.Sigmoid(row, row)
	}
}

// Size returns D and the number of labels.
func (m *Model) Size() (columns, classes int) { return m.weights.Dims() }

// MarshalBinary returns the model for Load.
func (m *Model) MarshalBinary() ([]byte, error) {
	dim, _ := m.weights.Dims()
	return saved.Encode(stored{Dim: dim, Weights: m.weights.RawMatrix().Data, Intercepts: m.Intercepts})
}

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (*Model, error) {
	var s stored
	if err := saved.Decode(raw, &s); err != nil {
		return nil, fmt.Errorf("logistic-ova: %w", err)
	}
	if k := len(s.Intercepts); !saved.Fits(len(s.Weights), s.Dim, k) {
		return nil, fmt.Errorf("logistic-ova: the model cannot be read: %d weights, %d attributes and %d intercepts do not fit together", len(s.Weights), s.Dim, k)
	}
	return &Model{Intercepts: s.Intercepts, weights: mat.NewDense(s.Dim, len(s.Intercepts), s.Weights)}, nil
}
