// Package schema infers what the columns and labels of a data set's files are, and turns their
// records into rows of numbers.
//
// Infer sees every record once and counts: numbers and texts of each column, labels. Complete then
// determines which columns are numbers and which are categorical, with their levels in order; the
// classes; and the D attributes. Encode turns a record into a row of attributes. The memory for
// this does not grow with the number of rows.
//
// To add a preparation that works on columns, add its key to catalogue.Format, and its code to
// columns.go (what a column is), cells.go (what a field means) or encode.go (what it becomes).
package schema

import (
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
)

// Schema is what is known of the columns and labels of a data set.
type Schema struct {
	Seen

	name    string // of the data set
	format  *catalogue.Format
	number  map[string]int // place of each column by its name
	numbers read.Numbers
	units   []string // texts beside numbers that are not part of them
	amounts []string // texts behind numbers that multiply them
	cells   []cell   // of the current record
	missing starts   // first bytes of the texts that stand for a missing value
	rows    rowSet   // the rows that were seen, to find duplicates
	sample  sample   // rows that show whether a column decides the label

	// Worked out by Complete.
	dim     int // D
	classes *classes
}

// Seen is what the first reading has seen. It is kept when a conversion is interrupted.
type Seen struct {
	Columns []Column
	Named   bool              // the files name the columns
	Label   int               // column of the label; -1 if records have it apart
	Labels  map[string]*Label // as the files write them
	Counts  []map[string]int  // rows of each label in each part
	NoLabel First             // rows without one
	Blanks  map[string]int    // of these, by the text for a missing value
	Others  First             // rows with labels beyond the first maxLevels different ones
	Trimmed int               // rows with Unicode blanks around a field
	Dropped int               // rows not used for lack of a label or a value

	SplitColumn int   // column that a split uses, if the format names one
	Marked      []int // columns in which an earlier reading found that texts such as None are levels

	Compared   int // rows compared to find duplicates
	Duplicates int // of these, rows equal to an earlier one
}

// New returns the schema of a data set before any of it is read.
func New(name string, f *catalogue.Format) *Schema {
	s := &Schema{name: name, format: f, numbers: read.Numbers{Decimal: f.Decimal, Thousands: f.Thousands}}
	for _, unit := range f.Units {
		if heuristics.IsAmount(unit) {
			s.amounts = append(s.amounts, unit)
		} else {
			s.units = append(s.units, unit)
		}
	}
	s.GoOn(Seen{Label: -1})
	return s
}

// GoOn continues from what an interrupted reading has seen; its maps may be nil if they are empty.
func (s *Schema) GoOn(seen Seen) {
	s.Seen = seen
	if s.Labels == nil {
		s.Labels = make(map[string]*Label)
	}
	if s.Blanks == nil {
		s.Blanks = make(map[string]int)
	}
}

// Complete determines columns, attributes and classes when all records have been seen. Its error
// says what is wrong with them.
func (s *Schema) Complete() error {
	if err := s.refusal(); err != nil {
		return err
	}
	if len(s.Labels) == 0 {
		return &data.ContentError{File: s.name, Problem: "no row is left: every row has a missing value"}
	}
	if err := s.layOut(); err != nil {
		return err
	}
	var err error
	s.classes, err = makeClasses(s.name, s.Labels, s.format, s.labelDeclared())
	return err
}

// Dim returns D.
func (s *Schema) Dim() int { return s.dim }

// Rows returns the number of rows that are used, N.
func (s *Schema) Rows() int {
	n := 0
	for _, count := range s.classes.counts {
		n += count
	}
	return n
}

// Classes returns the names of the classes, in order, and the number of rows of each.
func (s *Schema) Classes() (names []string, counts []int) { return s.classes.names, s.classes.counts }

// PartRows returns the number of used rows in each part.
func (s *Schema) PartRows() []int {
	var parts []int
	for _, count := range s.Counts {
		rows := 0
		for label, n := range count {
			if s.classes.class[label] != unused {
				rows += n
			}
		}
		parts = append(parts, rows)
	}
	return parts
}

// Infer reads part i, or the rest of it if the schema has seen its beginning. It fails on the first
// malformed record. Summary describes the values and, if they cannot be used, Complete returns an
// error.
func (s *Schema) Infer(r read.Reader, p read.Part, i int) error {
	names, err := r.Header()
	if err != nil {
		return err
	}
	if i > 0 {
		if err := s.checkNames(names, p); err != nil {
			return err
		}
	}
	empty := len(s.Counts) == i
	if empty {
		s.Counts = append(s.Counts, make(map[string]int))
	}
	for ; ; empty = false {
		rec, err := r.Next()
		if err != nil {
			return err
		}
		if rec == nil && empty {
			return &data.ContentError{File: p.Name, Problem: "the file has no rows"}
		}
		if rec == nil {
			return nil
		}
		if err := s.inferColumns(names, rec, p); err != nil {
			return err
		}
		if err := s.see(rec, place{p, i, rec.Line}); err != nil {
			return err
		}
	}
}

// Again says, when all records have been seen, whether they must be read once more because a word
// for a missing value, such as None, is a level of a column of texts. The schema is then reset,
// except for this finding.
func (s *Schema) Again() bool {
	var marked []int
	for j := range s.Columns {
		c := &s.Columns[j]
		if !c.Skip && (c.Marked || c.Markers.Times > 0 && c.Numbers.Times == 0 && c.hasWords()) {
			marked = append(marked, j)
		}
	}
	if len(marked) == len(s.Marked) {
		return false
	}
	s.GoOn(Seen{Label: -1, Marked: marked})
	s.cells, s.rows, s.sample = nil, rowSet{}, sample{}
	return true
}

// hasWords says whether some text of the column is not a number.
func (c *Column) hasWords() bool {
	for text := range c.Count {
		if _, number := read.ParseNumber([]byte(text)); !number {
			return true
		}
	}
	return false
}

// see counts a record.
func (s *Schema) see(rec *read.Record, at place) error {
	if rec.Trimmed {
		s.Trimmed++
	}
	use, err := s.readCells(rec, at.part)
	if err != nil {
		return err
	}
	label := s.labelOf(rec)
	if s.isMissingLabel(label) { // other missing values of the row do not count: it is left out
		s.NoLabel.see(at, s.asWritten(label), 0)
		if slices.Contains(s.format.MissingAs, string(label)) {
			s.Blanks[string(label)]++
		}
		s.Dropped++
		return nil
	}
	for j := range s.cells {
		c, col := &s.cells[j], &s.Columns[j]
		if c.missing && !col.Skip {
			col.Missing.see(at, s.asWritten(c.field), c.value)
			if s.format.Own && len(c.field) > 0 && !c.infinite {
				col.seeBlank(c.field)
			}
		}
		if c.marker {
			col.Markers.see(at, c.field, 0)
		}
		if c.infinite && !col.Skip {
			col.Infinite.see(at, c.field, c.value)
		}
	}
	if !use {
		s.Dropped++
		return nil
	}
	s.seeLabel(label, at)
	s.Counts[at.number][string(label)]++
	s.seeCells(at)
	if s.format.Own {
		s.seeRow(rec)
		s.sample.add(s.cells, string(label))
	}
	return nil
}
