// Package majority predicts the class that is most frequent, whatever the inputs are: the
// baseline that any classifier has to beat.
//
// With n_c of N training rows in class c of C,
//
//	p_c = (n_c + 1/2) / (N + C/2),
//
// the mean of the classes' shares under Jeffreys' prior. Its NLL is the entropy of the
// classes, its error the share of all but the most frequent one.
package majority

import (
	"context"
	"encoding/json"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
)

// Config is the method, which has no options but those of all.
type Config struct{ method.Scaling }

// New returns the defaults.
func New() *Config { return &Config{method.Scaling{Standardise: true}} }

// Fit counts classes, each of which must have a row. Cost O(N).
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, fmt.Errorf("majority: %w", err)
	}
	m := make(Model, task.Classes)
	for class := range task.Train.Classes() {
		m[class]++
	}
	for class := range m {
		m[class] = (m[class] + 0.5) / (float64(task.Train.Len()) + float64(task.Classes)/2)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return m, rec.Trace(1, nil, func() (method.Predictor, error) { return m, nil })
}

// Model predicts the same probabilities of the classes for every row.
type Model []float64

// Predict writes the probabilities to every row of dst.
func (m Model) Predict(dst, _ *mat.Dense) {
	n, _ := dst.Dims()
	for i := range n {
		dst.SetRow(i, m)
	}
}

// MarshalBinary returns the model, as JSON, for Load.
func (m Model) MarshalBinary() ([]byte, error) { return json.Marshal([]float64(m)) }

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (Model, error) {
	var m Model
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("majority: the model cannot be read: %w", err)
	}
	return m, nil
}
