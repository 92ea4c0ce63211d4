package schema

import (
	"math"
	"unicode/utf8"

	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
)

// First is how often something was seen in a column, and where first.
type First struct {
	Times int
	Part  int // number of the file
	File  string
	Line  int
	Text  string // the value there
}

// before says whether f was seen before other; both were seen.
func (f First) before(other First) bool {
	return f.Part < other.Part || f.Part == other.Part && f.Line < other.Line
}

// see counts one more occurrence.
func (f *First) see(at place, text []byte, value float64) {
	if f.Times++; f.Times > 1 {
		return
	}
	f.Part, f.File, f.Line, f.Text = at.number, at.part.Name, at.line, string(text)
	if text == nil {
		f.Text = read.FormatNumber(value)
	}
}

// absent is what an ARFF file writes for a missing value. Its reader returns no field in its place.
const absent = "?"

// asWritten returns what the file has in the place of a missing value.
func (s *Schema) asWritten(field []byte) []byte {
	if field == nil && s.format.Kind == catalogue.ARFF {
		return []byte(absent)
	}
	return field
}

// place is a line of a part.
type place struct {
	part   read.Part
	number int // of the part
	line   int
}

// seeLabel counts the label of a row.
func (s *Schema) seeLabel(label []byte, at place) {
	l := s.Labels[string(label)]
	if l == nil {
		if len(s.Labels) == maxLevels {
			s.Others.see(at, label, 0)
			return
		}
		l = &Label{Text: string(label), File: at.part.Name, Line: at.line}
		s.Labels[l.Text] = l
	}
	if at.part.Test {
		l.Test++
	} else {
		l.Train++
	}
}

// seeCells counts the cells of a row into their columns.
func (s *Schema) seeCells(at place) {
	for j := range s.cells {
		c, col := &s.cells[j], &s.Columns[j]
		switch {
		case col.Skip, c.missing, c.infinite:
		case c.text:
			col.seeText(c.field, at)
		default:
			col.seeNumber(c, at)
			if s.format.Own {
				col.inspect(c, at)
			}
		}
	}
}

// seeNumber counts a number.
func (c *Column) seeNumber(cell *cell, at place) {
	if !cell.bareZero() {
		if c.Signed.Times == 0 {
			c.Sign = cell.sign
		}
		if c.Signed.see(at, cell.field, cell.value); cell.sign != c.Sign {
			c.Signs.see(at, cell.field, 0)
		}
	}
	c.Numbers.see(at, cell.field, cell.value)
	if !at.part.Test {
		c.Known++
		c.Sum += cell.value
	}
}

// inspect counts what identifies row numbers, constants, and numbers that are too large or too
// long.
func (c *Column) inspect(cell *cell, at place) {
	if heuristics.Huge(cell.value) {
		c.Huge.see(at, cell.field, cell.value)
	}
	if heuristics.Rounded(cell.field, cell.value) {
		c.Rounded.see(at, cell.field, cell.value)
	}
	c.inspectText(cell, at)
	c.Spread.add(cell.value, at)
	if heuristics.DayNumber(cell.value) {
		c.Days++
	}
	if c.Numbers.Times == 1 {
		c.Low, c.High = cell.value, cell.value
	} else if cell.value == c.Last+1 && cell.value != c.Last { // adding 1 may change nothing from 2^53 on
		c.Steps++
	}
	c.Low, c.High, c.Last = min(c.Low, cell.value), max(c.High, cell.value), cell.value
	if cell.field != nil {
		c.seeValue(cell, at)
	}
}

// seeValue counts the different numbers, and the numbers written in two ways.
func (c *Column) seeValue(cell *cell, at place) {
	full := len(c.Values) == maxLevels
	if full && c.Fractions > 0 && c.isMeasured() {
		return
	}
	if c.Values == nil {
		c.Values = make(map[float64]string)
	}
	first, known := c.Values[cell.value]
	switch {
	case full && !known:
		c.Unkept++
	case full && c.isMeasured():
	case known && cell.value == 0 && (cell.sign != "" || c.Sign != ""): // 0 beside 0%
	case known && first != string(cell.field):
		c.Twins.see(at, cell.field, 0)
	case !known:
		c.Values[cell.value] = string(cell.field)
	}
}

// isMeasured says whether it no longer matters how the numbers of a column are written, once there
// are more different ones than are kept. The column has no codes, because some numbers are not in
// quotes, and is not constant.
func (c *Column) isMeasured() bool {
	return c.Quoted < c.Numbers.Times && !heuristics.Same(c.Low, c.High)
}

// inspectText counts codes, and numbers that may have a point between thousands.
func (c *Column) inspectText(cell *cell, at place) {
	switch {
	case heuristics.Code(string(cell.field)):
		c.Codes.see(at, cell.field, 0)
	case heuristics.Grouped(cell.field):
		c.Grouped.see(at, cell.field, 0)
	case cell.value != math.Trunc(cell.value):
		c.Fractions++
	default:
		c.LargestWhole = max(c.LargestWhole, math.Abs(cell.value))
	}
	if len(cell.field) > 0 && cell.field[0] >= utf8.RuneSelf && read.ReadOtherwise(string(cell.field)) {
		c.Minuses++
	}
	switch {
	case cell.forced:
		c.Forced++
	case cell.quoted:
		c.Quoted++
	}
}

// seeBlank counts a text that stands for a missing value.
func (c *Column) seeBlank(text []byte) {
	if c.Blanks == nil {
		c.Blanks = make(map[string]int)
	}
	c.Blanks[string(text)]++
}

// seeText counts a text.
func (c *Column) seeText(text []byte, at place) {
	c.Texts.see(at, text, 0)
	c.Categorical = true
	if c.Count == nil {
		c.Count = make(map[string]int)
	}
	switch _, known := c.Count[string(text)]; {
	case known:
	case len(c.Count) == maxLevels:
		c.Others.see(at, text, 0)
		if !c.Undated {
			_, date := heuristics.ISOTime(string(text))
			c.Undated = !date
		}
		return
	case heuristics.Measured(string(text)):
		c.Measured.see(at, text, 0)
	}
	if at.part.Test {
		c.Count[string(text)] += 0 // a level, but without training rows
	} else {
		c.Count[string(text)]++
	}
}
