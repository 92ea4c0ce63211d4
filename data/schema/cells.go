package schema

import (
	"fmt"

	"gpcbench/data"
	"gpcbench/data/read"
)

// cell is one value of the record at hand.
type cell struct {
	value   float64
	text    []byte // if not a number
	missing bool
}

// readCells turns a record into cells, and says whether its row is used. A missing
// value is an error unless the format says what to do about it.
func (s *Schema) readCells(rec *read.Record, p read.Part) (use bool, err error) {
	label := s.labelOf(rec)
	if v, number := read.ParseNumber(label); s.isMissing(label, v, number) {
		if s.format.Missing == "drop-row" {
			return false, nil
		}
		return false, fail(p, rec.Line, "the row has no label (%q)", label)
	}
	if rec.Fields == nil {
		return s.readValues(rec, p)
	}
	if cap(s.cells) < len(rec.Fields) {
		s.cells = make([]cell, len(rec.Fields))
	}
	s.cells = s.cells[:len(rec.Fields)]
	use = true
	for j, field := range rec.Fields {
		if s.Columns[j].Skip {
			continue
		}
		c := &s.cells[j]
		v, number := read.ParseNumber(field)
		*c = cell{value: v, text: field}
		if s.isMissing(field, v, number) {
			c.missing = true
			keep, err := s.keepMissing(field, j, p, rec.Line)
			if err != nil {
				return false, err
			}
			use = use && keep
		} else if number && !s.Columns[j].Declared {
			c.text = nil
		}
	}
	return use, nil
}

// readValues is readCells of a numeric format.
func (s *Schema) readValues(rec *read.Record, p read.Part) (use bool, err error) {
	d := len(rec.Values)
	if rec.Cols != nil && d > 0 {
		d = rec.Cols[len(rec.Cols)-1] + 1
	} else if rec.Cols != nil {
		d = 0
	}
	if s.format.Dim > 0 && d > s.format.Dim {
		return false, fail(p, rec.Line, "the row has a value in column %d; there are %d", d, s.format.Dim)
	}
	if rec.Cols == nil && len(s.Columns) > 0 && d != len(s.Columns) {
		return false, fail(p, rec.Line, "the row has %s, the first has %s", read.Count(d, "value"), read.Count(len(s.Columns), "value"))
	}
	for j := len(s.Columns); j < max(d, s.format.Dim); j++ {
		s.Columns = append(s.Columns, Column{Name: data.AttributeName(j)})
	}
	for len(s.cells) < len(s.Columns) {
		s.cells = append(s.cells, cell{})
	}
	clear(s.cells)
	use = true
	for i, v := range rec.Values {
		j := i
		if rec.Cols != nil {
			j = rec.Cols[i]
		}
		s.cells[j].value = v
		if !read.Finite(v) {
			s.cells[j].missing = true
			keep, err := s.keepMissing([]byte(read.FormatNumber(v)), j, p, rec.Line)
			if err != nil {
				return false, err
			}
			use = use && keep
		}
	}
	return use, nil
}

// isMissing says whether a field stands for a missing value: it is empty, or
// NaN or infinite, or one of the tokens that the format lists.
func (s *Schema) isMissing(field []byte, v float64, number bool) bool {
	if len(field) == 0 || number && !read.Finite(v) {
		return true
	}
	for _, token := range s.format.MissingAs {
		if string(field) == token {
			return true
		}
	}
	return false
}

// keepMissing says whether the row of a missing value, in column j, is used.
func (s *Schema) keepMissing(field []byte, j int, p read.Part, line int) (bool, error) {
	switch s.format.Missing {
	case "drop-row":
		return false, nil
	case "mean":
		return true, nil
	}
	return false, s.failIn(j, p, line, "the value is missing (%q); missing = \"drop-row\" or \"mean\" says what to do about it", field)
}

// labelOf returns the label of a record as written.
func (s *Schema) labelOf(rec *read.Record) []byte {
	if rec.Fields == nil {
		return rec.Label
	}
	return rec.Fields[s.Label]
}

// fail returns an error at a line of a part.
func fail(p read.Part, line int, format string, args ...any) error {
	return &data.ContentError{File: p.Name, Line: line, Problem: fmt.Sprintf(format, args...)}
}

// failIn returns an error in column j at a line of a part.
func (s *Schema) failIn(j int, p read.Part, line int, format string, args ...any) error {
	return &data.ContentError{File: p.Name, Line: line, Column: s.ColumnName(j), Problem: fmt.Sprintf(format, args...)}
}
