package data

import "gonum.org/v1/gonum/mat"

// LabelledMemory is a Table of dense rows with any number of labels each, held in
// memory.
type LabelledMemory struct {
	*Memory
	labels *LabelSets
}

// NewLabelledMemory returns the table of inputs x, N x D, and the labels of each row. It
// keeps references to both.
func NewLabelledMemory(x *mat.Dense, labels *LabelSets) *LabelledMemory {
	if n, _ := x.Dims(); n != labels.Len() {
		panic("data: NewLabelledMemory: numbers of rows differ")
	}
	return &LabelledMemory{NewMemory(x, nil), labels}
}

// AppendLabels appends the labels of rows idx to dst.
func (m *LabelledMemory) AppendLabels(dst *LabelSets, idx []int) { m.labels.appendTo(dst, idx) }
