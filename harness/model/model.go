// Package model is the file that a fitted classifier is kept in, with what it takes to use
// it on rows of a table.
package model

import (
	"fmt"

	"gpcbench/data"
	"gpcbench/data/schema"
	"gpcbench/methods"
	"gpcbench/methods/method"
)

// Model is a fitted classifier with what it takes to use it on rows as they stand in a
// table.
type Model struct {
	Header
	Predictor method.Predictor
}

// Header is what a model file says of its model.
type Header struct {
	Method     string            `json:"method"` // name in the registry
	Label      string            `json:"label"`  // in the specification
	Options    map[string]any    `json:"options"`
	Inducing   int               `json:"inducing,omitempty"` // M
	Kind       data.Kind         `json:"kind"`
	Classes    []string          `json:"classes"` // names of the classes, in the order of the probabilities; of label sets the labels
	Encoding   *schema.Encoding  `json:"encoding"`
	Sparse     bool              `json:"sparse"` // rows are sparse, and stay so
	Scaler     *data.Scaler      `json:"scaler"` // nil: attributes are not standardised
	Normalised bool              `json:"normalised"`
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

// check says whether the parts of a header fit together.
func (h *Header) check() error {
	switch {
	case h.Encoding == nil || len(h.Classes) == 0:
		return fmt.Errorf("it names no columns or no classes")
	case h.Scaler != nil && (len(h.Scaler.Mean) != h.Encoding.Dim() || len(h.Scaler.SD) != h.Encoding.Dim()):
		return fmt.Errorf("its scaling does not fit its columns")
	}
	_, known := methods.Registry[h.Method]
	if !known {
		return &methods.UnknownError{Name: h.Method}
	}
	return nil
}
