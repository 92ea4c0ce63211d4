package loader

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/read"
	"gpcbench/data/schema"
	"gpcbench/wording"
)

// NewLabelRows is NewRows for a model of label sets. Its file is of the text of the extreme
// classification repository, LIBSVM or ARFF; rows without labels have none.
type NewLabelRows struct {
	columnsLeftOut
	reader *read.Multilabel
	dim    int
	base   int // number of the first column in the file
	sparse bool
}

// LabelEncoding is that of a user's multi-label table with the given attributes.
func LabelEncoding(table catalogue.UserTable, attributes []string) (*schema.Encoding, error) {
	e := schema.NumericEncoding(attributes)
	f, err := multilabelFormat(table)
	e.ZeroBased = f.FromZero()
	return e, err
}

// OpenNewLabelRows opens a file of rows for a model of the given encoding and so many labels,
// which was trained on sparse rows or on dense ones. Columns of LIBSVM are counted as those
// of the table that it was trained on; one behind its last, which may be a sign that they are not, is an error
// unless mark says that it is left out and told.
func OpenNewLabelRows(path string, encoding *schema.Encoding, labels int, sparse, mark bool) (*NewLabelRows, error) {
	dim := encoding.Dim()
	kind, _, err := read.DetectMultilabel(path)
	if err != nil {
		return nil, err
	}
	f := catalogue.Format{Kind: kind, Dim: dim, ZeroBased: encoding.ZeroBased}
	if mark {
		f.Dim = 0 // any number
	}
	if kind == catalogue.ARFF {
		if err := labelColumns(path, &f); err != nil {
			return nil, err
		}
	}
	r, err := read.OpenMultilabel(read.OwnPart(path), &f, labels)
	if err != nil {
		return nil, err
	}
	if r.Attributes != nil && len(r.Attributes) != dim || len(r.Labels) != labels { // LIBSVM does not say how many there are
		r.Close()
		return nil, &data.ContentError{File: path, Problem: fmt.Sprintf("there are %s and %s, but the model was trained on %d and %d",
			wording.Plural(len(r.Attributes), "attribute"), wording.Plural(len(r.Labels), "label"), dim, labels)}
	}
	n := &NewLabelRows{reader: r, dim: dim, sparse: sparse}
	if !encoding.ZeroBased {
		n.base = 1
	}
	return n, nil
}

// Close closes the file.
func (n *NewLabelRows) Close() error { return n.reader.Close() }

// Next returns the inputs and labels of the next rows, at most limit. None of them lacks a value. There
// are none at the end.
func (n *NewLabelRows) Next(limit int) (rows data.Table, missing []bool, err error) {
	if !n.sparse {
		limit = min(limit, max(1, blockInputs/n.dim))
	}
	n.unseen = n.unseen[:0]
	x, labels := data.NewCSR(n.dim), data.NewLabelSets()
	var every []int
	for x.Len() < limit {
		rec, err := n.reader.Next()
		if err != nil {
			return nil, nil, err
		}
		if rec == nil {
			break
		}
		cols := rec.Cols
		if len(cols) < len(rec.Values) {
			for len(every) < n.dim {
				every = append(every, len(every))
			}
			cols = every
		}
		known := n.split(cols, n.dim, n.base, true)
		x.Append(cols[:known], rec.Values[:known])
		labels.Append(rec.Labels)
	}
	if x.Len() == 0 {
		return nil, nil, nil
	}
	return labelTable(x, labels, n.sparse), make([]bool, x.Len()), nil
}

// labelTable returns the table of rows x, dense unless it is to be sparse.
func labelTable(x *data.CSR, labels *data.LabelSets, sparse bool) data.Table {
	if sparse {
		return data.NewSparseMemory(x, labels)
	}
	dense := mat.NewDense(x.Len(), x.D, nil)
	for i := range x.Len() {
		row := dense.RawRowView(i)
		cols, values := x.Row(i)
		for j, c := range cols {
			row[c] = values[j]
		}
	}
	return data.NewLabelledMemory(dense, labels)
}
