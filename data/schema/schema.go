// Package schema finds out what the columns and labels of a data set's files are, and
// makes rows of numbers of their records.
//
// Infer sees every record once and counts: numbers and texts of each column, labels.
// Complete then works out what there is: which columns are numbers and which are
// categorical, with their levels in order; the classes; and the D attributes. Encode
// turns a record into a row of them. Nothing of this takes memory that grows with the
// number of rows.
//
// To add a preparation that works on columns: its key in catalogue.Format, and its
// place in columns.go (what a column is), cells.go (what a field means) or encode.go
// (what becomes of it).
package schema

import (
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/read"
)

// Schema is what is known of the columns and labels of a data set.
type Schema struct {
	Seen

	name    string // of the data set
	format  *catalogue.Format
	number  map[string]int // place of each column by its name
	numbers read.Numbers
	cells   []cell // of the record at hand
	missing starts // of the texts that stand for a missing value
	rows    rowSet // those that were seen, to find duplicates
	sample  sample // rows by which it is found out whether a column decides the label

	// Worked out by Complete.
	dim     int // D
	classes *classes
}

// Seen is what the first reading has seen, which is kept when a conversion is interrupted.
type Seen struct {
	Columns []Column
	Named   bool              // the files name the columns
	Label   int               // column of the label; -1: records carry it
	Labels  map[string]*Label // as the files write them
	Counts  []map[string]int  // rows of each label in each part
	NoLabel First             // rows without one
	Blanks  map[string]int    // of these, by the text that stands for a missing value
	Others  First             // rows of labels beyond the first maxLevels different ones
	Trimmed int               // rows with blanks of Unicode around a field
	Dropped int               // rows that are not used, for lack of a label or of a value

	SplitColumn int   // column that a split goes by, where the format names one
	Marked      []int // columns whose texts that may stand for a missing value are levels, as an earlier reading has found

	Compared   int // rows among which duplicates were looked for
	Duplicates int // of these, as an earlier one
}

// New returns the schema of a data set of which nothing has been seen yet.
func New(name string, f *catalogue.Format) *Schema {
	s := &Schema{name: name, format: f, numbers: read.Numbers{Decimal: f.Decimal, Thousands: f.Thousands}}
	s.GoOn(Seen{Label: -1})
	return s
}

// GoOn takes over what an interrupted reading has seen, whose maps may be nil where they have
// nothing.
func (s *Schema) GoOn(seen Seen) {
	s.Seen = seen
	if s.Labels == nil {
		s.Labels = make(map[string]*Label)
	}
	if s.Blanks == nil {
		s.Blanks = make(map[string]int)
	}
}

// Complete works out columns, attributes and classes when all records have been seen.
// Its error is what is wrong with them.
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

// Classes returns the names of the classes, in order, and the rows of each.
func (s *Schema) Classes() (names []string, counts []int) { return s.classes.names, s.classes.counts }

// PartRows returns the number of rows that are used of each part.
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

// Infer reads part i, or what is left of it if the schema has seen its beginning. It
// fails on the first record that is none; what its values are is told by Summary and, if they
// cannot be used, by Complete.
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

// Again says, when all records have been seen, that they must be seen once more: a word such as None,
// which stands for a missing value, is a level of a column of texts. The schema is as at the start
// then, but for that.
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

// hasWords says whether a text of the column is no number.
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
	if s.isMissingLabel(label) { // what else such a row lacks does not count: it is left out
		s.NoLabel.see(at, label, 0)
		if slices.Contains(s.format.MissingAs, string(label)) {
			s.Blanks[string(label)]++
		}
		s.Dropped++
		return nil
	}
	for j := range s.cells {
		c, col := &s.cells[j], &s.Columns[j]
		if c.missing && !col.Skip {
			col.Missing.see(at, c.field, c.value)
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
