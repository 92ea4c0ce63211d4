package schema

import (
	"math"
	"slices"

	"gpcbench/data"
	"gpcbench/data/read"
)

// Original returns the values of a record's row as text, one for each column that becomes
// attributes: a number in plain notation, a category as in the file, "" for a missing value. use is
// as for Encode.
func (s *Schema) Original(rec *read.Record, p read.Part) (fields []string, use bool, err error) {
	use, err = s.readCells(rec, p)
	if !use || err != nil {
		return nil, false, err
	}
	class, known := s.classes.class[string(s.labelOf(rec))]
	if !known {
		return nil, false, data.ErrChanged
	}
	for j := range s.cells {
		c, col := &s.cells[j], &s.Columns[j]
		switch {
		case col.Skip:
		case c.missing:
			fields = append(fields, "")
		case col.Categorical:
			fields = append(fields, string(c.field))
		default:
			fields = append(fields, read.FormatNumber(c.value))
		}
	}
	return fields, class != unused, nil
}

// OriginalColumns are the columns that become attributes.
func (e *Encoding) OriginalColumns() []data.OriginalColumn {
	var out []data.OriginalColumn
	for _, c := range e.Columns {
		out = append(out, data.OriginalColumn{Name: c.Name, Category: c.Levels != nil})
	}
	return out
}

// Original returns the values of a row of text as Schema.Original does; column i is in field
// places[i].
func (e *Encoding) Original(fields [][]byte, places []int) []string {
	out := make([]string, len(e.Columns))
	for i := range e.Columns {
		field := fields[places[i]]
		v, _, number := e.parseNumber(i, field)
		_, isLevel := e.levelOf(i, field)
		switch {
		case isLevel:
			out[i] = string(field)
		case len(field) == 0 || number && (math.IsNaN(v) || math.IsInf(v, 0)) || slices.Contains(e.Missing, string(field)):
		case e.Columns[i].Levels == nil && number:
			out[i] = read.FormatNumber(v)
		default:
			out[i] = string(field)
		}
	}
	return out
}
