package schema

import (
	"gpcbench/data"
	"gpcbench/data/read"
)

// Encode writes the row of a record to x, of length D, and returns its class. use is false if the
// class is not kept, or if a value is missing and such rows are dropped.
func (s *Schema) Encode(x []float64, rec *read.Record, p read.Part) (class int, use bool, err error) {
	use, err = s.readCells(rec, p)
	if !use || err != nil {
		return 0, false, err
	}
	class, known := s.classes.class[string(s.labelOf(rec))]
	if !known {
		return 0, false, data.ErrChanged
	}
	if class == unused {
		return 0, false, nil
	}
	return class, true, s.encodeCells(x)
}

// encodeCells writes the attributes of the current record. A missing value becomes the mean of its
// column or, in a categorical column, the shares of the levels.
func (s *Schema) encodeCells(x []float64) error {
	clear(x)
	for j := range s.cells {
		c, col := &s.cells[j], &s.Columns[j]
		switch {
		case col.Skip:
		case col.Categorical && c.missing:
			copy(x[col.first:], col.shares)
		case col.Categorical:
			level, known := col.level[string(c.field)]
			if !known {
				return data.ErrChanged
			}
			x[col.first+level] = 1
		case c.missing && col.Known > 0:
			x[col.first] = col.Sum / float64(col.Known)
		case c.missing:
		default:
			x[col.first] = c.value
		}
	}
	return nil
}
