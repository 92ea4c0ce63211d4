package schema

import (
	"slices"
	"strconv"

	"gpcbench/data"
	"gpcbench/data/read"
	"gpcbench/wording"
)

// maxLevels is the largest number of different texts in a categorical column, and of different
// labels in the label column. With more, names, numbers or dates have been taken for categories,
// and each would become a column.
const maxLevels = 10000

// Column is what is known of one column of the files. Exported fields are kept
// when a conversion is interrupted.
type Column struct {
	Name        string
	Skip        bool           // dropped, or the label
	Categorical bool           // it has texts
	Declared    bool           // categorical by request, or as declared by the file
	Typed       read.FieldType // what the file declares it to be, of a user's table
	Marked      bool           // texts that may stand for a missing value are levels

	Missing  First          // values that are missing
	Blanks   map[string]int // of these, in a user's table, by the text that stands for one
	Infinite First          // numbers beyond the range of float64
	Huge     First          // in a user's table: numbers whose squares may be beyond it
	Rounded  First          // likewise: whole numbers that are read as other ones
	Numbers  First          // values that are finite numbers
	Known    int            // of these, in training files
	Sum      float64        // of these
	Sign     string         // of the first number other than a bare 0, such as %; "" for most columns
	Signed   First          // numbers other than a bare 0, which needs no sign
	Signs    First          // of these, numbers with another sign
	Texts    First          // values that are texts
	Count    map[string]int // rows of each text in training files
	Others   First          // texts beyond the first maxLevels different ones
	Undated  bool           // whether one of these is no date of the calendar
	Measured First          // texts that may be measured values; different ones are counted

	// Of users' tables.
	Values          map[float64]string // different numbers, at most maxLevels, as first written
	Unkept          int                // numbers that are not among these; not counted after a number that is not whole
	Low, High, Last float64            // of the numbers
	Steps           int                // numbers that are one more than the previous
	Spread          Spread             // of the numbers
	Codes           First              // numbers that begin with a 0 as codes do
	Twins           First              // numbers that were written in another way before
	Grouped         First              // numbers that may have a point between thousands
	LargestWhole    float64            // absolute value of the largest number without a fraction or such a point
	Fractions       int                // numbers that are not whole, except those
	Minuses         int                // numbers with a Unicode minus
	Days            int                // numbers that may be days, such as 20240131
	Quoted          int                // numbers in quotes that need none
	Forced          int                // numbers in quotes that the separator makes necessary
	Markers         First              // texts that may stand for a missing value or be a level

	// Worked out from these when all files are read.
	levels []string       // names of the levels, in order
	level  map[string]int // place in levels of each text
	shares []float64      // of the rows that have each level
	first  int            // the first of the column's attributes
}

// width is the number of attributes that the column becomes.
func (c *Column) width() int {
	switch {
	case c.Skip:
		return 0
	case c.Categorical:
		return len(c.levels)
	}
	return 1
}

// checkNames refuses a part whose column names differ from those of the first part.
func (s *Schema) checkNames(names []string, p read.Part) error {
	if names == nil || s.Columns == nil {
		return nil
	}
	if slices.EqualFunc(s.Columns, names, func(c Column, name string) bool { return c.Name == name }) {
		return nil
	}
	return fail(p, 0, "its columns differ from those of the first file: they are %q, but must be %q in this order", names, s.columnNames())
}

func (s *Schema) columnNames() []string {
	var names []string
	for _, c := range s.Columns {
		names = append(names, c.Name)
	}
	return names
}

// inferColumns makes the columns from the first record, and checks that later records fit.
func (s *Schema) inferColumns(names []string, rec *read.Record, p read.Part) error {
	if rec.Fields == nil {
		if s.Columns == nil {
			for _, name := range names {
				s.Columns = append(s.Columns, Column{Name: name})
			}
		}
		return nil
	}
	if s.Columns == nil {
		if err := s.nameColumns(names, len(rec.Fields), p); err != nil {
			return err
		}
		s.declare(rec.Types)
	}
	if len(rec.Fields) != len(s.Columns) {
		return fail(p, rec.Line, "the row has %s, but the rows of the first file have %s", wording.Plural(len(rec.Fields), "field"), wording.Plural(len(s.Columns), "field"))
	}
	return nil
}

// nameColumns makes the columns of a text table with so many fields a row.
func (s *Schema) nameColumns(names []string, fields int, p read.Part) error {
	if names != nil && len(names) != fields {
		return fail(p, 1, "there are %s, but %s in a row", wording.Plural(len(names), "column name"), wording.Plural(fields, "field"))
	}
	s.Named = names != nil
	s.Columns = make([]Column, fields)
	s.number = make(map[string]int, fields)
	for j := len(s.Columns) - 1; j >= 0; j-- { // of columns with one name the first is found
		s.Columns[j].Name = data.AttributeName(j)
		if s.Named {
			s.Columns[j].Name = names[j]
		}
		s.number[s.Columns[j].Name] = j
	}
	if err := s.applyRequests(); err != nil {
		return err
	}
	if !slices.ContainsFunc(s.Columns, func(c Column) bool { return !c.Skip }) {
		for _, asked := range []struct {
			key string
			is  bool
		}{{"drop", len(s.format.Drop) > 0}, {"columns", len(s.format.Only) > 0}, {"split", s.format.SplitColumn != ""}} {
			if asked.is {
				return data.KeyErrorf(s.name, asked.key, "no column is left besides the label")
			}
		}
		return fail(p, 0, "there is no column besides the label: is the separator a comma?")
	}
	return nil
}

// applyRequests marks the columns that the format names: the label, those to drop and
// the categorical ones.
func (s *Schema) applyRequests() (err error) {
	switch {
	case s.format.LabelNumber != "":
		s.Label, err = s.numbered("label", s.format.LabelNumber)
	case s.format.Label != "":
		s.Label, err = s.find("label", s.format.Label)
	default:
		s.Label = len(s.Columns) - 1
	}
	if err != nil {
		return err
	}
	s.Columns[s.Label].Skip = true
	for _, j := range s.Marked {
		s.Columns[j].Marked = true
	}
	if err := s.findSplitColumn(); err != nil {
		return err
	}
	if err := s.leaveOut(); err != nil {
		return err
	}
	for _, which := range s.format.Categorical {
		j, err := s.find("categorical", which)
		if err != nil {
			return err
		}
		if j != s.Label && s.Columns[j].Skip {
			return data.KeyErrorf(s.name, "categorical", "categorical lists the column %q, but it is left out", which)
		}
		s.Columns[j].Declared = true
		s.Columns[j].Categorical = true
	}
	return nil
}

// findSplitColumn finds the column that a split uses, which is not an attribute.
func (s *Schema) findSplitColumn() error {
	which := s.format.SplitColumn
	if which == "" {
		return nil
	}
	j, err := s.find("split", which)
	if err != nil {
		return err
	}
	if j == s.Label {
		return data.KeyErrorf(s.name, "split", "rows cannot be split by the label column %q", which)
	}
	s.Columns[j].Skip, s.SplitColumn = true, j
	return nil
}

// leaveOut marks the columns that are not used: those to drop, and those not listed if the format
// lists the columns to use.
func (s *Schema) leaveOut() error {
	for _, which := range s.format.Drop {
		j, err := s.find("drop", which)
		if err != nil {
			return err
		}
		if j == s.Label {
			return data.KeyErrorf(s.name, "drop", "drop cannot list the label column %q", which)
		}
		s.Columns[j].Skip = true
	}
	if len(s.format.Only) == 0 {
		return nil
	}
	used := make([]bool, len(s.Columns))
	for _, which := range s.format.Only {
		j, err := s.find("columns", which)
		if err != nil {
			return err
		}
		used[j] = true
	}
	for j := range s.Columns {
		s.Columns[j].Skip = s.Columns[j].Skip || !used[j]
	}
	return nil
}

// declare notes what a user's file declares about its columns: nominal values are levels, whatever
// they look like.
func (s *Schema) declare(types []read.FieldType) {
	if !s.format.Own {
		return
	}
	for j, t := range types {
		c := &s.Columns[j]
		if t == read.Undeclared || c.Declared {
			continue
		}
		c.Typed = t
		c.Declared = t == read.Nominal
	}
}

// numbered returns the number, from 0, of a column that which counts from 0 or, if negative, from
// the end.
func (s *Schema) numbered(what, which string) (int, error) {
	n := len(s.Columns)
	j, ok := read.ColumnNumber(which, n)
	if !ok {
		return 0, data.KeyErrorf(s.name, what, "%s = %s: there is no such column; the %d columns have the numbers 0 to %d or, counted from the end, -1 to -%d", what, which, n, n-1, n)
	}
	return j, nil
}

// find returns the number of a column given by name, by number from 0 or, if negative, from the
// end, or as last.
func (s *Schema) find(what, which string) (int, error) {
	n := len(s.Columns)
	if j, named := s.number[which]; named {
		return j, nil
	}
	if which == "last" {
		return n - 1, nil
	}
	if j, ok := read.ColumnNumber(which, n); ok {
		return j, nil
	}
	names, more := data.Few(s.columnNames())
	return 0, data.KeyErrorf(s.name, what, "%s: there is no column %q%s; the columns are %q%s, numbered from 0", what, which, wording.DidYouMean(which, s.columnNames()), names, more)
}

// ColumnName returns the name of column j in messages.
func (s *Schema) ColumnName(j int) string {
	if s.nameless(j) {
		return strconv.Itoa(j) + " (from 0)"
	}
	return strconv.Quote(s.Columns[j].Name)
}

// nameless says whether column j is known by its number: the file has no names, or the column is
// left out or the label and has none.
func (s *Schema) nameless(j int) bool {
	c := &s.Columns[j]
	return c.Name == data.AttributeName(j) && (!s.Named || c.Skip)
}
