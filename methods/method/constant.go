package method

import (
	"encoding/json"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/inputs"
)

// Constant predicts the same class or label probabilities for every row.
type Constant []float64

// Predict writes the probabilities to every row of dst.
func (p Constant) Predict(dst, _ *mat.Dense) {
	n, _ := dst.Dims()
	for i := range n {
		dst.SetRow(i, p)
	}
}

// PredictRows writes the probabilities to every row of dst.
func (p Constant) PredictRows(dst *mat.Dense, _ inputs.Rows) { p.Predict(dst, nil) }

// Size returns 0, because the inputs do not matter, and the number of
// classes.
func (p Constant) Size() (columns, classes int) { return 0, len(p) }

// MarshalBinary returns the probabilities, as JSON, for LoadConstant.
func (p Constant) MarshalBinary() ([]byte, error) { return json.Marshal([]float64(p)) }

// LoadConstant returns what MarshalBinary wrote.
func LoadConstant(raw []byte) (Predictor, error) {
	var p Constant
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, fmt.Errorf("the probabilities cannot be read: %w", err)
	}
	return p, nil
}
