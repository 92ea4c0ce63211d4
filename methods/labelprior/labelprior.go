// Package labelprior predicts the labels that are most frequent, whatever the inputs are: the
// baseline that any multi-label method has to beat.
//
// With n_k of N training rows that have label k,
//
//	p_k = (n_k + 1/2) / (N + 1),
//
// the mean of n_k's binomial rate under Jeffreys' prior, which is never 0 or 1.
package labelprior

import (
	"context"
	"encoding/json"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/methods/method"
)

// Config is the method, which has no options but those of all.
type Config struct{ method.Scaling }

// New returns the defaults.
func New() *Config { return &Config{} }

// Fit counts labels. Cost O(N) and the number of labels of all rows.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if task.Kind != data.Multilabel {
		return nil, fmt.Errorf("label-prior: the method is for multi-label tasks, not for %s", task.Kind)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m := Rates(task.Train.LabelCounts(task.Classes), task.Train.Len())
	return m, rec.Trace(1, nil, func() (method.Predictor, error) { return m, nil })
}

// Model predicts the same probabilities of K labels for every row.
type Model []float64

// Rates returns the model of the labels that counts[k] of n rows have.
func Rates(counts []int, n int) Model {
	m := make(Model, len(counts))
	for k, count := range counts {
		m[k] = (float64(count) + 0.5) / (float64(n) + 1)
	}
	return m
}

// Predict writes the probabilities to every row of dst.
func (m Model) Predict(dst, _ *mat.Dense) {
	n, _ := dst.Dims()
	for i := range n {
		dst.SetRow(i, m)
	}
}

// PredictRows writes the probabilities to every row of dst.
func (m Model) PredictRows(dst *mat.Dense, _ inputs.Rows) { m.Predict(dst, nil) }

// MarshalBinary returns the model, as JSON, for Load.
func (m Model) MarshalBinary() ([]byte, error) { return json.Marshal([]float64(m)) }

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (Model, error) {
	var m Model
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("label-prior: the model cannot be read: %w", err)
	}
	return m, nil
}
