package logistic

import (
	"encoding/json"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// Model is a fitted logistic regression.
type Model struct {
	Classes    int         `json:"classes"`
	Weights    [][]float64 `json:"weights"`    // K x D; K is 1 for two classes, else C
	Intercepts []float64   `json:"intercepts"` // length K

	weights *mat.Dense
}

// newModel copies the parameters w of a loss.
func newModel(classes, dim int, w []float64) *Model {
	k := len(w) / (dim + 1)
	m := &Model{Classes: classes, Intercepts: append([]float64(nil), w[k*dim:]...)}
	for c := range k {
		m.Weights = append(m.Weights, append([]float64(nil), w[c*dim:(c+1)*dim]...))
	}
	m.index()
	return m
}

// index lays the weights out for products.
func (m *Model) index() {
	m.weights = mat.NewDense(len(m.Weights), len(m.Weights[0]), nil)
	for c, w := range m.Weights {
		m.weights.SetRow(c, w)
	}
}

// Predict writes the probabilities of all classes at the rows of x to dst.
// Cost O(n D C).
func (m *Model) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	if r, c := dst.Dims(); r != n || c != m.Classes {
		panic("logistic: Predict: shape of dst")
	}
	scores := mat.NewDense(n, len(m.Intercepts), nil)
	linalg.Mul(scores, false, true, 1, x, m.weights, 0)
	for i := range n {
		row := scores.RawRowView(i)
		for c, b := range m.Intercepts {
			row[c] += b
		}
		if len(row) == 1 {
			dst.Set(i, 0, sigmoid(-row[0]))
			dst.Set(i, 1, sigmoid(row[0]))
			continue
		}
		probabilities(row)
		dst.SetRow(i, row)
	}
}

// Size returns D and the number of classes.
func (m *Model) Size() (columns, classes int) { return len(m.Weights[0]), m.Classes }

// MarshalBinary returns the model, as JSON, for Load.
func (m *Model) MarshalBinary() ([]byte, error) { return json.Marshal(m) }

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (*Model, error) {
	var m Model
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("logistic: the model cannot be read: %w", err)
	}
	k := m.Classes
	if k == 2 {
		k = 1
	}
	if m.Classes < 2 || len(m.Weights) != k || len(m.Intercepts) != k || len(m.Weights[0]) == 0 {
		return nil, fmt.Errorf("logistic: the model cannot be read: %d classes, %d weight vectors and %d intercepts do not fit together",
			m.Classes, len(m.Weights), len(m.Intercepts))
	}
	for _, w := range m.Weights {
		if len(w) != len(m.Weights[0]) {
			return nil, fmt.Errorf("logistic: the model cannot be read: weight vectors of %d and %d columns", len(m.Weights[0]), len(w))
		}
	}
	m.index()
	return &m, nil
}
