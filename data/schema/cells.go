package schema

import (
	"fmt"
	"math"
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
	"gpcbench/wording"
)

// cell is one value of the current record.
type cell struct {
	value    float64
	field    []byte // as the file has it; nil in numeric formats
	sign     string // the sign of the number in the file, such as %
	text     bool   // not a number, or not to be read as one
	quoted   bool   // it is in quotes
	forced   bool   // it is quoted because its text contains the separator
	marker   bool   // a text that may stand for a missing value or be a level
	missing  bool
	infinite bool
}

// bareZero says whether the cell is a 0 without a sign, which is the same number in every unit.
func (c *cell) bareZero() bool { return c.value == 0 && c.sign == "" }

// readCells turns a record into cells, and says whether its row is used: it has a label and, if
// rows with a missing value are dropped, no missing value.
func (s *Schema) readCells(rec *read.Record, p read.Part) (use bool, err error) {
	if rec.Fields == nil {
		err = s.readValues(rec, p)
	} else {
		s.readFields(rec)
	}
	if err != nil || s.isMissingLabel(s.labelOf(rec)) {
		return false, err
	}
	return s.format.Missing != catalogue.DropRow || !s.lacksValue(rec), nil
}

// lacksValue says whether the current record lacks the value of an attribute or of the column that
// a split uses.
func (s *Schema) lacksValue(rec *read.Record) bool {
	if s.format.SplitColumn != "" && rec.Fields != nil {
		if _, missing := s.SplitField(rec); missing {
			return true
		}
	}
	return slices.ContainsFunc(s.cells, func(c cell) bool { return c.missing })
}

// SplitField returns the field of a text record that a split uses, and whether its value is
// missing.
func (s *Schema) SplitField(rec *read.Record) (field []byte, missing bool) {
	field = rec.Fields[s.SplitColumn]
	v, _, number := s.parseNumber(field)
	return field, s.isMissing(field) || number && math.IsNaN(v)
}

// readFields is readCells for a text format.
func (s *Schema) readFields(rec *read.Record) {
	s.cells = slices.Grow(s.cells[:0], len(rec.Fields))[:len(rec.Fields)]
	for j, field := range rec.Fields {
		c := &s.cells[j]
		*c = cell{field: field}
		if s.Columns[j].Skip {
			continue
		}
		v, sign, number := s.parseNumber(field)
		c.quoted = j < len(rec.Quoted) && rec.Quoted[j]
		c.forced = c.quoted && read.NeedsQuotes(field, s.format.Separator)
		c.marker = s.mayBeLevel(field)
		switch {
		case c.marker && s.Columns[j].Marked:
			c.text = true
		case s.isMissing(field) || number && math.IsNaN(v) && s.Columns[j].Typed != read.Nominal:
			c.missing = true
		case s.Columns[j].Declared, s.Columns[j].Typed != read.Undeclared:
			c.text = true
		case !number:
			c.text = true
		default:
			c.value, c.sign = v, sign
			s.checkFinite(c)
		}
	}
}

// readValues is readCells for a numeric format.
func (s *Schema) readValues(rec *read.Record, p read.Part) error {
	d := len(rec.Values)
	if rec.Cols != nil && d > 0 {
		d = rec.Cols[len(rec.Cols)-1] + 1
	} else if rec.Cols != nil {
		d = 0
	}
	if s.format.Dim > 0 && d > s.format.Dim {
		return fail(p, rec.Line, "the row has a value in column %d, but there are %d", d, s.format.Dim)
	}
	if rec.Cols == nil && len(s.Columns) > 0 && d != len(s.Columns) {
		return fail(p, rec.Line, "the row has %s, but the first row has %s", wording.Plural(d, "value"), wording.Plural(len(s.Columns), "value"))
	}
	for j := len(s.Columns); j < max(d, s.format.Dim); j++ {
		s.Columns = append(s.Columns, Column{Name: data.AttributeName(j)})
	}
	for len(s.cells) < len(s.Columns) {
		s.cells = append(s.cells, cell{})
	}
	clear(s.cells)
	for i, v := range rec.Values {
		j := i
		if rec.Cols != nil {
			j = rec.Cols[i]
		}
		s.cells[j] = cell{value: v, missing: math.IsNaN(v)}
		s.checkFinite(&s.cells[j])
	}
	return nil
}

// checkFinite notes whether a number is infinite. It is then also missing if the specification says
// what to do about missing values.
func (s *Schema) checkFinite(c *cell) {
	c.infinite = math.IsInf(c.value, 0)
	c.missing = c.missing || c.infinite && s.format.Missing != ""
}

// parseNumber reads a field as the table writes numbers; in a user's table the sign of its unit
// is removed.
func (s *Schema) parseNumber(field []byte) (v float64, sign string, ok bool) {
	return parseField(s.numbers, s.format.Own, s.units, s.amounts, field)
}

// parseField is parseNumber for a table that writes numbers in the given way, with these units, and amounts that
// multiply them; own says that it is a user's table.
func parseField(numbers read.Numbers, own bool, units, amounts []string, field []byte) (v float64, sign string, ok bool) {
	if v, ok := numbers.Parse(field); ok || !own {
		return v, "", ok
	}
	field = read.PlainMinus(field)
	rest, sign, found := heuristics.CutSign(field, units)
	if !found {
		rest = field
	} else if v, ok := numbers.Parse(rest); ok {
		return v, sign, true
	}
	rest, times, found := heuristics.CutAmount(rest, amounts)
	if !found {
		return 0, "", false
	}
	v, ok = numbers.Parse(rest)
	return v * times, sign, ok
}

// isMissing says whether a field stands for a missing value: it is empty, or one of the
// texts that the format lists.
func (s *Schema) isMissing(field []byte) bool {
	return len(field) == 0 || s.missing.may(field[0], s.format.MissingAs) && slices.ContainsFunc(s.format.MissingAs, func(text string) bool { return string(field) == text })
}

// starts holds the first bytes of the texts in a list.
type starts struct {
	of    *string // the first text of the list, which the reader of a file may state later
	begin [256]bool
}

// may says whether any text of a list begins with a byte.
func (s *starts) may(first byte, list []string) bool {
	if len(list) == 0 {
		return false
	}
	if s.of != &list[0] {
		*s = starts{of: &list[0]}
		for _, text := range list {
			if text != "" {
				s.begin[text[0]] = true
			}
		}
	}
	return s.begin[first]
}

// saidMissing says whether the user has said if a text stands for a missing value.
func (s *Schema) saidMissing(text string) bool {
	return s.format.MissingSaid || slices.Contains(s.format.AlsoMissing, text)
}

// mayBeLevel says whether a field of a user's table is a missing value or a level depending on the
// rest of its column, because the user has not said which.
func (s *Schema) mayBeLevel(field []byte) bool {
	return s.format.Own && heuristics.MayBeLevel(string(field)) && !s.saidMissing(string(field)) && s.isMissing(field)
}

// isMissingLabel says whether a row has no label. A dash is a label unless the user says that it
// stands for a missing value: classes may be called + and -.
func (s *Schema) isMissingLabel(label []byte) bool {
	if string(label) == "-" && !s.saidMissing("-") {
		return false
	}
	if s.isMissing(label) {
		return true
	}
	v, number := read.ParseNumber(label)
	return number && !read.Finite(v) && !s.namesClass(v)
}

// namesClass says whether a label that is no finite number is a word: in a user's table of text inf may be the name of a
// class, and where the file lists its classes so may nan.
func (s *Schema) namesClass(label float64) bool {
	return s.format.Own && s.Label >= 0 && (math.IsInf(label, 0) || s.Columns[s.Label].Typed == read.Nominal)
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
