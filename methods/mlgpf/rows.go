package mlgpf

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
)

// space is where rows and inducing inputs meet: that of the inputs, or the span of a basis.
type space struct {
	basis *mat.Dense // X~', D x R; nil: the space of the inputs
}

// batch are some rows with what kernels ask of them.
type batch struct {
	whole  inputs.Rows // as they are
	rows   inputs.Rows // in the space
	norms  []float64   // |x|^2 of the whole rows
	labels *data.LabelSets
}

// read reads the examples at positions pos with their labels.
func (s space) read(to *batch, e *data.Examples, pos []int) {
	to.whole = inputs.Read(to.whole, e, pos)
	s.enter(to)
	if to.labels == nil {
		to.labels = data.NewLabelSets()
	}
	e.ReadLabels(to.labels, pos)
}

// enter fills in what follows from the whole rows.
func (s space) enter(to *batch) {
	n, _ := to.whole.Dims()
	if len(to.norms) != n {
		to.norms = make([]float64, n)
	}
	to.whole.SquaredNorms(to.norms)
	if s.basis == nil {
		to.rows = to.whole
		return
	}
	projected, ok := to.rows.(inputs.Dense)
	if !ok || projected.RawMatrix().Rows != n {
		_, r := s.basis.Dims()
		projected = inputs.Dense{Dense: mat.NewDense(n, r, nil)}
		to.rows = projected
	}
	to.whole.Mul(projected.Dense, s.basis)
}
