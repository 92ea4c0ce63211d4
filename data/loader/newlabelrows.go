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

// NewLabelRows is NewRows for a model of label sets. Its file is in the text format of the extreme
// classification repository, LIBSVM or ARFF. Rows may have no labels.
type NewLabelRows struct {
	columnsLeftOut
	reader *read.Multilabel
	dim    int
	base   int // number of the first column in the file
	sparse bool
}

// LabelEncoding returns the encoding of a user's multi-label table with the given attributes.
func LabelEncoding(table catalogue.UserTable, attributes []string) (*schema.Encoding, error) {
	e := schema.NumericEncoding(attributes)
	f, err := multilabelFormat(table)
	e.ZeroBased = f.FromZero()
	return e, err
}

// OpenNewLabelRows opens a file of rows for a model with the given encoding and number of labels,
// trained on sparse or dense rows. Columns of LIBSVM are counted from 0 or 1 as in the table that
// the model was trained on. A column beyond its last, which may be a sign of another count, is an
// error unless mark is set; then it is left out and reported.
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
	if r.Attributes != nil && len(r.Attributes) != dim || len(r.Labels) != labels { // LIBSVM does not state the number of attributes
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

// Next returns the inputs and labels of at most limit further rows, none at the end of the file. No
// row lacks a value.
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

// labelTable returns the table of rows x, sparse or dense.
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
