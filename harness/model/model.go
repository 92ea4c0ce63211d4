// Package model is the file that a fitted classifier is kept in, with what it takes to use
// it on rows of a table.
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

// Model is a fitted classifier with what it takes to use it on rows as they stand in a
// table.
type Model struct {
	Header
	Predictor method.Predictor // nil of a mean
	Members   []*Model         // of a mean: the models that it is of
}

// Header is what a model file says of its model.
type Header struct {
	Method     string            `json:"method"` // name in the registry
	Label      string            `json:"label"`  // in the specification
	Options    record.Options    `json:"options"`
	Inducing   int               `json:"inducing,omitempty"` // M
	Kind       data.Kind         `json:"kind"`
	Classes    []string          `json:"classes"` // names of the classes, in the order of the probabilities; of label sets the labels
	Encoding   *schema.Encoding  `json:"encoding"`
	Sparse     bool              `json:"sparse"` // rows are sparse, and stay so
	Scaler     *data.Scaler      `json:"scaler"` // nil: attributes are not standardised
	Normalised bool              `json:"normalised"`
	Gains      []float64         `json:"gains,omitempty"` // of label sets: 1/propensity of each label in training
	Provenance map[string]string `json:"provenance"`
}

// Examples returns rows of a table as the classifier takes them.
func (m *Model) Examples(rows data.Table) *data.Examples {
	e := data.NewExamples(rows, data.All(rows.Len()), m.Scaler)
	if m.Normalised {
		e = e.Normalise()
	}
	return e
}

// StartsProgram says whether the model, or one that it is a mean of, is that of a program, which is given rows as they
// stand in the table.
func (m *Model) StartsProgram() bool {
	return role.Of[m.Method] == role.Outside || slices.ContainsFunc(m.Members, (*Model).StartsProgram)
}

// check says what of the parts of a header does not fit together, nil if all does.
func (h *Header) check() error {
	if h.Encoding == nil || len(h.Classes) == 0 {
		return errors.New("it names no columns or no classes")
	}
	if h.Method == MeanMethod {
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

// try predicts a row of zeros. Its error says what is wrong with the probabilities.
func (m *Model) try() error {
	p, x := mat.NewDense(1, len(m.Classes), nil), mat.NewDense(1, m.Encoding.Dim(), nil)
	floats.AddConst(math.NaN(), p.RawRowView(0)) // what is not written stays
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
