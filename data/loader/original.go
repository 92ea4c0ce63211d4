package loader

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/read"
)

// Original returns the rows of a user's table as written in its files, in the order of the table.
// It reads the text once more, and holds it in memory.
func Original(table catalogue.UserTable) (columns []data.OriginalColumn, rows [][]string, err error) {
	s, err := fileSource(table)
	if err != nil {
		return nil, nil, err
	}
	found, err := s.Schema()
	if err != nil {
		return nil, nil, err
	}
	for _, p := range s.Parts {
		err := read.Each(p, &s.Format, func(rec *read.Record) error {
			fields, use, err := found.Original(rec, p)
			if use {
				rows = append(rows, fields)
			}
			return err
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return found.Encoding().OriginalColumns(), rows, nil
}

// originalRows are rows to be predicted, with their text in the file.
type originalRows struct {
	*data.Memory
	columns []data.OriginalColumn
	fields  [][]string
}

// Columns returns the columns that inputs are made from.
func (o originalRows) Columns() []data.OriginalColumn { return o.columns }

// Fields returns the text of each column in a row.
func (o originalRows) Fields(row int) []string { return o.fields[row] }

// table returns the table of the rows read, with their text in the file if KeepOriginal is set.
func (n *NewRows) table(rows int, x []float64, classes []int) data.Table {
	memory := data.NewMemory(mat.NewDense(rows, n.dim, x), classes)
	if !n.KeepOriginal {
		return memory
	}
	return originalRows{memory, n.encoding.OriginalColumns(), n.original}
}

// keepOriginal keeps the text of a record, or the values of a record that has only numbers.
func (n *NewRows) keepOriginal(rec *read.Record, x []float64) {
	if !n.KeepOriginal {
		return
	}
	if rec.Fields != nil {
		n.original = append(n.original, n.encoding.Original(rec.Fields, n.places))
		return
	}
	fields := make([]string, len(x))
	for j, v := range x {
		fields[j] = read.FormatNumber(v)
	}
	n.original = append(n.original, fields)
}
