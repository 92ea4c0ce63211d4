package loader

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/read"
)

// Original returns the rows of a user's table as they stand in its files, in the order of the table. The text is
// read once more, and held in memory.
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

// originalRows are rows that are to be predicted, with what stood in their file.
type originalRows struct {
	*data.Memory
	columns []data.OriginalColumn
	fields  [][]string
}

// Columns returns the columns that inputs are made from.
func (o originalRows) Columns() []data.OriginalColumn { return o.columns }

// Fields returns the text of each in a row.
func (o originalRows) Fields(row int) []string { return o.fields[row] }

// table is the table of rows that were read, with what stood in the file if that is asked for.
func (n *NewRows) table(rows int, x []float64, classes []int) data.Table {
	memory := data.NewMemory(mat.NewDense(rows, n.dim, x), classes)
	if !n.KeepOriginal {
		return memory
	}
	return originalRows{memory, n.encoding.OriginalColumns(), n.original}
}

// keepOriginal keeps the text of a record, of numbers alone their values.
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
