package schema

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
	"gpcbench/wording"
)

// Encoding is the part of a Schema that a fitted model keeps: how the columns of a table become
// attributes, for new rows.
type Encoding struct {
	Named   bool            `json:"named"`             // columns are known by name; otherwise by their place
	Width   int             `json:"width"`             // columns of the table, the label's among them
	Label   int             `json:"label"`             // place of the label's column; -1 if the label is in no column
	Columns []EncodedColumn `json:"columns"`           // those that become attributes
	Skip    bool            `json:"skip"`              // rows with a missing value were left out
	Missing []string        `json:"missing"`           // texts that stand for a missing value, besides the empty one
	Numbers read.Numbers    `json:"numbers"`           // how numbers are written
	Amounts []string        `json:"amounts,omitempty"` // texts behind numbers that multiply them, such as k
	// Separator separates fields, as in catalogue.Format; "" if there is none, or it is not known.
	Separator string `json:"separator,omitempty"`
	// ZeroBased says that the file is XC or LIBSVM, with columns counted from 0 instead of 1.
	ZeroBased bool `json:"zero_based"`
	// Unnamed are the places of columns that are left out and have no name, or the name of another
	// column.
	Unnamed []int `json:"unnamed,omitempty"`
	// LabelName is the name of the label's column; "" if it has none.
	LabelName string `json:"label_name,omitempty"`
	// LabelClasses has the class, from 0, of each label as written in the files, or -1 if its rows
	// were not used. It is nil if the classes have the names of their labels.
	LabelClasses map[string]int `json:"label_classes,omitempty"`

	level []map[string]int // places of each categorical column's levels, made when first used
}

// EncodedColumn is a column and the attributes that it becomes: one, or one for each level.
type EncodedColumn struct {
	Name   string    `json:"name"`
	Place  int       `json:"place"`            // in the table, from 0
	Sign   string    `json:"sign,omitempty"`   // the sign of its numbers, such as % or kg
	Levels []string  `json:"levels,omitempty"` // of a categorical column
	Fill   []float64 `json:"fill,omitempty"`   // attributes for a missing value; none if there are no such attributes
}

// Encoding returns how the columns become attributes. The schema must be complete.
func (s *Schema) Encoding() *Encoding {
	e := &Encoding{
		Width: len(s.Columns), Label: s.Label, Skip: s.format.Missing == catalogue.DropRow, Missing: s.format.MissingAs, Numbers: s.numbers, Amounts: s.amounts,
		ZeroBased: s.format.ZeroBased, Named: s.Named, Separator: s.format.Separator, LabelClasses: s.renamedClasses(),
	}
	if s.Named && s.Label >= 0 {
		e.LabelName = s.Columns[s.Label].Name
	}
	for j := range s.Columns {
		c := &s.Columns[j]
		if c.Skip && s.Named && c.Name == data.AttributeName(j) {
			e.Unnamed = append(e.Unnamed, j)
		}
		if c.Skip {
			continue
		}
		column := EncodedColumn{Name: c.Name, Place: j, Sign: c.Sign, Levels: c.levels}
		if s.format.Missing == catalogue.Mean {
			column.Fill = []float64{c.Sum / float64(max(c.Known, 1))}
			if c.Categorical {
				column.Fill = c.shares
			}
		}
		e.Columns = append(e.Columns, column)
	}
	return e
}

// NumericEncoding returns the encoding of a table whose columns are its attributes.
func NumericEncoding(attributes []string) *Encoding {
	e := &Encoding{Named: !slices.Equal(attributes, data.AttributeNames(len(attributes))), Width: len(attributes), Label: -1}
	for j, name := range attributes {
		e.Columns = append(e.Columns, EncodedColumn{Name: name, Place: j})
	}
	return e
}

// Dim returns D.
func (e *Encoding) Dim() int {
	d := 0
	for _, c := range e.Columns {
		d += max(len(c.Levels), 1)
	}
	return d
}

// Check says what is wrong with an encoding that was read from a file, nil if nothing is.
func (e *Encoding) Check() error {
	if len(e.Columns) == 0 {
		return errors.New("it has no column")
	}
	last := -1
	for _, c := range e.Columns {
		if c.Place <= last || c.Place >= e.Width || c.Place == e.Label || len(c.Fill) > 0 && len(c.Fill) != max(len(c.Levels), 1) {
			return fmt.Errorf("its column %q does not fit a table of %s", c.Name, wording.Plural(e.Width, "column"))
		}
		last = c.Place
	}
	return nil
}

// Places returns the places of the columns in a file with the given column names, or without names
// and with the given number of fields per row. With names, further columns are ignored. Without
// names, the label's column may be left out.
func (e *Encoding) Places(file string, names []string, fields int) ([]int, error) {
	if !e.Named && !e.standsIn(names) {
		return e.placesByNumber(file, fields)
	}
	places := make([]int, len(e.Columns))
	var absent []string
	for i, c := range e.Columns {
		var err error
		if places[i], err = e.placeOf(file, c.Name, c.Place, names); err != nil {
			return nil, err
		}
		if places[i] < 0 {
			absent = append(absent, c.Name)
		}
	}
	if len(absent) > 0 {
		return nil, &data.ContentError{File: file, Problem: lacking(absent, names)}
	}
	return places, nil
}

// lacking says which columns a file with the given names lacks, and whether one of them is there in other capitals.
func lacking(absent, names []string) string {
	quoted := make([]string, len(absent))
	for i, name := range absent {
		quoted[i] = strconv.Quote(name)
	}
	first, more := data.Few(quoted)
	text := fmt.Sprintf("the model needs the %s %s%s, but the file has only %s", wording.Agree(len(absent), "column", "columns"), strings.Join(first, ", "), more, few(names))
	for _, name := range absent {
		if j := slices.IndexFunc(names, func(other string) bool { return strings.EqualFold(name, other) }); j >= 0 {
			return text + fmt.Sprintf("; capitals count: write %q in the place of %q", name, names[j])
		}
	}
	return text
}

// standsIn says whether all columns are among names.
func (e *Encoding) standsIn(names []string) bool {
	return !slices.ContainsFunc(e.Columns, func(c EncodedColumn) bool { return !slices.Contains(names, c.Name) })
}

// placeOf returns the place of the column with a name, -1 if there is none. If several columns have
// the name, as in the table that the model was trained on, it is the one at the same place as
// there, provided that the file has as many columns.
func (e *Encoding) placeOf(file, name string, place int, names []string) (int, error) {
	at := slices.Index(names, name)
	if at < 0 || !slices.Contains(names[at+1:], name) {
		return at, nil
	}
	if len(names) == e.Width && names[place] == name {
		known := true
		for i, other := range names {
			known = known && (i == place || other != name || slices.Contains(e.Unnamed, i))
		}
		if known {
			return place, nil
		}
	}
	return 0, &data.ContentError{File: file, Line: 1, Problem: fmt.Sprintf("the header has the column %q twice: remove all but one of them; the model was trained on column %d (from 0) of %s", name, place, wording.Plural(e.Width, "column"))}
}

// Names returns the names of the columns, nil if they are known by their place.
func (e *Encoding) Names() []string {
	if !e.Named {
		return nil
	}
	return e.AllNames()
}

// AllNames is Names, or x0, x1, ... for a table of the catalogue whose columns are known by their
// place.
func (e *Encoding) AllNames() []string {
	names := make([]string, len(e.Columns))
	for i, c := range e.Columns {
		names[i] = c.Name
	}
	return names
}

// placesByNumber is Places for a table without names.
func (e *Encoding) placesByNumber(file string, fields int) ([]int, error) {
	labelled := e.Label >= 0 && fields == e.Width
	if bare := e.Label >= 0 && fields == e.Width-1; !labelled && !bare && fields != e.Width {
		return nil, &data.ContentError{File: file, Problem: fmt.Sprintf("the rows have %s, but the model was trained on %s a row, without column names", wording.Plural(fields, "field"), wording.Plural(e.Width, "field"))}
	}
	places := make([]int, len(e.Columns))
	for i, c := range e.Columns {
		places[i] = c.Place
		if !labelled && e.Label >= 0 && c.Place > e.Label {
			places[i]--
		}
	}
	return places, nil
}

// EncodeFields writes the attributes of a row of text to x, of length D. Column i is in field
// places[i]. whole is false if a missing value would have left the row out in training; x must then
// not be used. A category unseen in training is an error unless mark is set. Then its column is
// named in unseen, and it counts as a missing value or, if the encoding has no attributes for one,
// as none of the levels.
func (e *Encoding) EncodeFields(x []float64, fields [][]byte, places []int, file string, line int, mark bool) (whole bool, unseen []string, err error) {
	clear(x)
	whole = true
	for i := range e.Columns {
		c := &e.Columns[i]
		attributes := x[:max(len(c.Levels), 1)]
		x = x[len(attributes):]
		field := fields[places[i]]
		v, sign, number := e.parseNumber(i, field)
		level, isLevel := e.levelOf(i, field)
		problem, cause := "", error(nil)
		switch {
		case isLevel: // also None, which stands for a missing value among numbers
			attributes[level] = 1
		case len(field) == 0 || number && (math.IsNaN(v) || e.infiniteLacks(i) && math.IsInf(v, 0)) || slices.Contains(e.Missing, string(field)):
			if copy(attributes, c.Fill); c.Fill == nil {
				whole = false
			}
			if c.Fill == nil && !e.Skip {
				problem = fmt.Sprintf("the value is missing (%q), but the model was trained without missing values: fill it in, or fit a model with missing = \"mean\"", field)
			}
		case c.Levels != nil && mark:
			copy(attributes, c.Fill)
			unseen = append(unseen, c.Name)
		case c.Levels != nil:
			problem = fmt.Sprintf("%s is %v; known are %s", inQuotes(string(field)), ErrNotSeen, few(c.Levels)) + c.sameAs(string(field))
			cause = ErrNotSeen
		case number && math.IsInf(v, 0):
			problem = fmt.Sprintf("%q is beyond the range of a float64", field)
		case number && heuristics.Huge(v):
			problem = fmt.Sprintf("%q %s", field, heuristics.HugeIs)
		case number && sign != c.Sign && !(v == 0 && sign == ""): // a bare 0 is the same in every unit
			problem = fmt.Sprintf("%q does not have the unit sign of the numbers that the model was trained on, %q", field, c.Sign)
			if c.Sign == "" {
				problem = fmt.Sprintf("%q has a unit sign, but the numbers that the model was trained on have none", field)
			}
		case !number:
			problem = inQuotes(string(field)) + " is not a number" + e.writtenOtherwise(field)
		default:
			attributes[0] = v
		}
		if problem != "" {
			return false, nil, &data.ContentError{File: file, Line: line, Column: e.shown(i), Problem: problem, Err: cause}
		}
	}
	return whole, unseen, nil
}

// ErrNotSeen is the cause of the error for a category unseen in training.
var ErrNotSeen = errors.New("a category that was not in the training data")

// infiniteLacks says whether an infinite number counts as missing in column i, as in training if
// the specification says what to do about missing values.
func (e *Encoding) infiniteLacks(i int) bool {
	c := &e.Columns[i]
	return c.Levels == nil && (c.Fill != nil || e.Skip)
}

// writtenOtherwise says how numbers must be written if a field is a number written in another way.
func (e *Encoding) writtenOtherwise(field []byte) string {
	_, grouped := read.Numbers{Decimal: e.Numbers.Decimal, Thousands: ","}.Parse(field)
	comma := bytes.ReplaceAll(field, []byte{','}, []byte{'.'})
	_, number := read.ParseNumber(comma)
	switch {
	case grouped && e.Numbers.Thousands == "" && e.Numbers.Decimal != ",":
		return ": the model was trained on a table without thousands separators; for decimals write a point"
	case number && e.Numbers.Decimal == ",":
		return ": the model was trained on a table with decimal commas"
	case number:
		return ": the model was trained on a table with decimal points"
	}
	return ""
}

// shown returns the name of column i in messages, or its number, from 0, if the table has no names.
func (e *Encoding) shown(i int) string {
	c := &e.Columns[i]
	if e.Named {
		return strconv.Quote(c.Name)
	}
	return strconv.Itoa(c.Place) + " (from 0)"
}

// parseNumber reads a field of column i as the training table wrote its numbers.
func (e *Encoding) parseNumber(i int, field []byte) (v float64, sign string, ok bool) {
	return parseField(e.Numbers, true, []string{e.Columns[i].Sign}, e.Amounts, field)
}

// levelOf returns the level of column i with the text of a field, and whether there is one.
func (e *Encoding) levelOf(i int, field []byte) (level int, known bool) {
	if e.Columns[i].Levels == nil {
		return 0, false
	}
	if e.level == nil {
		e.level = make([]map[string]int, len(e.Columns))
	}
	if e.level[i] == nil {
		e.level[i] = make(map[string]int, len(e.Columns[i].Levels))
		for k, text := range e.Columns[i].Levels {
			e.level[i][text] = k
		}
	}
	level, known = e.level[i][string(field)]
	return level, known
}

// sameAs says which level is the same number as a text that is not a level, "" if none is.
func (c *EncodedColumn) sameAs(text string) string {
	for _, level := range c.Levels {
		if _, _, same := sameNumber([]string{level, text}, read.Numbers{}); same {
			return fmt.Sprintf("; write %q if it means the same", level)
		}
	}
	return ""
}

// few lists at most ten levels.
func few(levels []string) string {
	first, more := data.Few(levels)
	first = slices.Clone(first)
	for i := range first {
		first[i] = data.Shortened(first[i])
	}
	return fmt.Sprintf("%q%s", first, more)
}
