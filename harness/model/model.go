// Package model reads and writes model files. A model file holds a fitted classifier and what is
// needed to apply it to rows of a table.
package model

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/schema"
	"gpcbench/gp/inputs"
	"gpcbench/harness/record"
	"gpcbench/methods"
	"gpcbench/methods/method"
	"gpcbench/methods/role"
)

// Model is a fitted classifier with what is needed to apply it to rows as they are in a
// table.
type Model struct {
	Header
	Predictor method.Predictor // nil for a mean
	Members   []*Model         // for a mean: the averaged models
}

// Header describes the model in a model file.
type Header struct {
	Method     string            `json:"method"` // name in the registry
	Label      string            `json:"label"`  // in the specification
	Options    record.Options    `json:"options"`
	Inducing   int               `json:"inducing,omitempty"` // M
	Kind       data.Kind         `json:"kind"`
	Classes    []string          `json:"classes"` // class names in the order of the probabilities; labels for label sets
	Encoding   *schema.Encoding  `json:"encoding"`
	Sparse     bool              `json:"sparse"` // rows are sparse, and stay so
	Scaler     *data.Scaler      `json:"scaler"` // nil: attributes are not standardised
	Normalised bool              `json:"normalised"`
	Gains      []float64         `json:"gains,omitempty"` // for label sets: 1/propensity of each label in training
	Provenance map[string]string `json:"provenance"`
}

// Examples returns rows of a table in the form that the classifier expects.
func (m *Model) Examples(rows data.Table) *data.Examples {
	e := data.NewExamples(rows, data.All(rows.Len()), m.Scaler)
	if m.Normalised {
		e = e.Normalise()
	}
	return e
}

// StartsProgram reports whether the model, or a member of a mean, runs an external program, which is given rows as
// they are in the table.
func (m *Model) StartsProgram() bool {
	return role.Of[m.Method] == role.Outside || slices.ContainsFunc(m.Members, (*Model).StartsProgram)
}

// check returns an error if parts of the header do not fit together.
func (h *Header) check() error {
	if h.Encoding == nil || len(h.Classes) == 0 {
		return errors.New("it names no columns or no classes")
	}
	if h.Method == meanMethod {
		return h.checkMean()
	}
	entry, known := methods.Registry[h.Method]
	if !known {
		return &methods.UnknownError{Name: h.Method}
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(h.Classes)))
	d := h.Encoding.Dim()
	switch {
	case entry.Load == nil:
		return fmt.Errorf("method %q has no models", h.Method)
	case !entry.Does(h.Kind):
		return fmt.Errorf("its task is %q, which method %q cannot do", h.Kind, h.Method)
	case len(distinct) < len(h.Classes), h.Kind == data.Binary && len(h.Classes) != 2, h.Kind == data.Multiclass && len(h.Classes) < 2:
		classes, more := data.Few(h.Classes)
		return fmt.Errorf("its classes, %q%s, do not fit its task, %q", classes, more, h.Kind)
	case len(h.Gains) > 0 && len(h.Gains) != len(h.Classes):
		return errors.New("its propensities do not fit its labels")
	case (h.Scaler != nil) != h.Options.Standardise():
		return errors.New("its scaling does not fit its options")
	case h.Scaler != nil && (len(h.Scaler.Mean) != d || len(h.Scaler.SD) != d):
		return errors.New("its scaling does not fit its columns")
	}
	return h.Encoding.Check()
}

// try predicts a row of zeros and returns an error if the probabilities are wrong.
func (m *Model) try() error {
	p, x := mat.NewDense(1, len(m.Classes), nil), mat.NewDense(1, m.Encoding.Dim(), nil)
	floats.AddConst(math.NaN(), p.RawRowView(0)) // entries that Predict does not write stay NaN
	if r, ok := m.Predictor.(method.RowsPredictor); ok {
		r.PredictRows(p, inputs.Dense{Dense: x})
	} else {
		m.Predictor.Predict(p, x)
	}
	for _, v := range p.RawRowView(0) {
		if !(v >= 0 && v <= 1+1e-9) {
			return fmt.Errorf("it predicts a probability of %v", v)
		}
	}
	if sum := floats.Sum(p.RawRowView(0)); m.Kind != data.Multilabel && math.Abs(sum-1) > 1e-6 {
		return fmt.Errorf("it predicts probabilities that sum to %v", sum)
	}
	return nil
}
