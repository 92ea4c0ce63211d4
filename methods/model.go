package methods

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"io"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// magic starts a model file; its last character is the version of the format.
const magic = "gpcbench model 1\n"

// Model is a fitted classifier with what it takes to use it on rows as they
// stand in a table.
type Model struct {
	Method     string   // name in the registry
	Classes    []string // names of the classes, in the order of the probabilities
	Attributes []string // names of the columns, in the order of the inputs
	Scaler     *data.Scaler
	Normalised bool // whether rows are then scaled to unit length
	Predictor  method.Predictor
}

// stored is what follows the first line of a model file.
type stored struct {
	Method     string
	Classes    []string
	Attributes []string
	Scaled     bool
	Mean, SD   []float64
	Normalised bool
	Predictor  []byte
}

// Save writes the model to w.
func (m *Model) Save(w io.Writer) error {
	raw, err := m.Predictor.MarshalBinary()
	if err != nil {
		return fmt.Errorf("saving a model of %s: %w", m.Method, err)
	}
	s := stored{Method: m.Method, Classes: m.Classes, Attributes: m.Attributes, Normalised: m.Normalised, Predictor: raw}
	if m.Scaler != nil {
		s.Scaled, s.Mean, s.SD = true, m.Scaler.Mean, m.Scaler.SD
	}
	if _, err := io.WriteString(w, magic); err != nil {
		return err
	}
	return gob.NewEncoder(w).Encode(s)
}

// LoadModel reads a model that Save wrote.
func LoadModel(r io.Reader) (*Model, error) {
	first := make([]byte, len(magic))
	if _, err := io.ReadFull(r, first); err != nil {
		return nil, fmt.Errorf("this is no model file: %w", err)
	}
	if string(first) != magic {
		if bytes.HasPrefix(first, []byte(magic[:len(magic)-2])) {
			return nil, fmt.Errorf("the model file has format %q, this program reads %q", first, magic)
		}
		return nil, fmt.Errorf("this is no model file")
	}
	var s stored
	if err := gob.NewDecoder(r).Decode(&s); err != nil {
		return nil, fmt.Errorf("the model file is damaged: %w", err)
	}
	entry, ok := Registry[s.Method]
	if !ok {
		return nil, &UnknownError{Name: s.Method}
	}
	p, err := entry.Load(s.Predictor)
	if err != nil {
		return nil, fmt.Errorf("the model file is damaged: %w", err)
	}
	m := &Model{Method: s.Method, Classes: s.Classes, Attributes: s.Attributes, Normalised: s.Normalised, Predictor: p}
	if s.Scaled {
		if len(s.Mean) != len(s.SD) {
			return nil, fmt.Errorf("the model file is damaged: its scaling does not fit together")
		}
		m.Scaler = &data.Scaler{Mean: s.Mean, SD: s.SD}
	}
	return m, nil
}

// Predict writes the class probabilities of rows x (n x D, as in the table) to
// dst, n x C. x is not changed.
func (m *Model) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	rows := data.NewExamples(data.NewMemory(x, nil), data.All(n), m.Scaler)
	if m.Normalised {
		rows = rows.Normalise()
	}
	prepared, _ := rows.ReadAll()
	m.Predictor.Predict(dst, prepared)
}
