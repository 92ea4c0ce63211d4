package data

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gpcbench/data/catalogue"
)

// maxLevels is the most different texts that a categorical column, and the most
// different labels that the label column, may have: more is a name, a number
// or a date taken for a category, and would make a column of each.
const maxLevels = 10000

// column is what is known of one column of the files. Exported fields are kept
// when a conversion is interrupted.
type column struct {
	Name        string
	Skip        bool // dropped, or the label
	Categorical bool
	Declared    bool           // categorical by request
	Numbers     int            // values that are finite numbers
	Known       int            // of these, in training files
	Sum         float64        // of these
	Count       map[string]int // rows of each text in training files, if categorical

	// Worked out from these when all files are read.
	levels []string       // names of the levels, in order
	level  map[string]int // place in levels of each text
	shares []float64      // of the rows that have each level
	at     int            // first attribute that the column becomes
}

// width is the number of attributes that the column becomes.
func (c *column) width() int {
	switch {
	case c.Skip:
		return 0
	case c.Categorical:
		return len(c.levels)
	}
	return 1
}

// survey is what the first reading of the files finds out, and what the second
// one needs to turn records into rows.
type survey struct {
	name    string
	format  *catalogue.Format
	columns []column
	label   int // column of the label; -1: records carry it
	labels  map[string]*seenLabel
	counts  []map[string]int // rows of each label in each part
	dim     int              // D
	cells   []cell           // of the row at hand
}

// cell is one value of the row at hand.
type cell struct {
	value   float64
	text    []byte // if not a number
	missing bool
}

// newSurvey returns a survey that has seen nothing yet.
func newSurvey(name string, f *catalogue.Format) *survey {
	return &survey{name: name, format: f, label: -1, labels: make(map[string]*seenLabel)}
}

// surveyPart reads part i, or what is left of it if the survey has seen its
// beginning. It fails on the first thing in it that cannot be used.
func (s *survey) surveyPart(r reader, p part, i int) error {
	names, err := r.header()
	if err != nil {
		return err
	}
	if i > 0 && !s.sameNames(names) {
		var want []string
		for _, c := range s.columns {
			want = append(want, c.Name)
		}
		return &ContentError{File: p.file, Problem: fmt.Sprintf("its columns are not those of the first file: they are %q, and must be %q in this order", names, want)}
	}
	empty := len(s.counts) == i
	if empty {
		s.counts = append(s.counts, make(map[string]int))
	}
	count := s.counts[i]
	for ; ; empty = false {
		rec, err := r.next()
		if err != nil {
			return err
		}
		if rec == nil {
			if empty {
				return &ContentError{File: p.file, Problem: "the file has no rows"}
			}
			return nil
		}
		if rec.fields != nil && s.columns == nil {
			if err := s.nameColumns(names, len(rec.fields), p); err != nil {
				return err
			}
		}
		if rec.fields == nil && s.columns == nil {
			for _, name := range names {
				s.columns = append(s.columns, column{Name: name})
			}
		}
		if rec.fields != nil && len(rec.fields) != len(s.columns) {
			return &ContentError{File: p.file, Line: rec.line, Problem: "the row has " + plural(len(rec.fields), "field") + ", the rows of the first file have " + plural(len(s.columns), "field")}
		}
		use, err := s.read(rec, p)
		if err != nil {
			return err
		}
		if !use {
			continue
		}
		label := s.labelOf(rec)
		if err := s.noteLabel(label, p, rec.line); err != nil {
			return err
		}
		count[string(label)]++
		if err := s.noteCells(p, rec.line); err != nil {
			return err
		}
	}
}

func (s *survey) sameNames(names []string) bool {
	if names == nil || s.columns == nil {
		return true
	}
	return slices.EqualFunc(s.columns, names, func(c column, name string) bool { return c.Name == name })
}

// nameColumns makes the columns of a text table with so many fields a row.
func (s *survey) nameColumns(names []string, fields int, p part) error {
	if names != nil && len(names) != fields {
		return &ContentError{File: p.file, Line: 1, Problem: fmt.Sprintf("there are %s for %s a row", plural(len(names), "column name"), plural(fields, "field"))}
	}
	s.columns = make([]column, fields)
	for j := range s.columns {
		s.columns[j].Name = attributeName(j)
		if names != nil {
			s.columns[j].Name = names[j]
		}
	}
	f := s.format
	var err error
	if s.label, err = s.find("label", cmp.Or(f.Label, "last")); err != nil {
		return err
	}
	s.columns[s.label].Skip = true
	for _, which := range f.Drop {
		j, err := s.find("drop", which)
		if err != nil {
			return err
		}
		s.columns[j].Skip = true
	}
	for _, which := range f.Categorical {
		j, err := s.find("categorical", which)
		if err != nil {
			return err
		}
		if j == s.label {
			return requestError(s.name, "categorical lists the label column %q", which)
		}
		s.columns[j].Declared = true
		s.columns[j].Categorical = true
	}
	used := 0
	for j := range s.columns {
		if !s.columns[j].Skip {
			used++
		}
	}
	if used == 0 {
		return &ContentError{File: p.file, Problem: "there is no column beside the label's: is the separator a comma?"}
	}
	return nil
}

// find returns the number of a column that is named, numbered from 0, or last.
func (s *survey) find(what, which string) (int, error) {
	for j := range s.columns {
		if s.columns[j].Name == which {
			return j, nil
		}
	}
	if which == "last" {
		return len(s.columns) - 1, nil
	}
	if j, err := strconv.Atoi(which); err == nil && j >= 0 && j < len(s.columns) {
		return j, nil
	}
	names := make([]string, 0, len(s.columns))
	for _, c := range s.columns {
		names = append(names, c.Name)
	}
	if len(names) > 10 {
		names = append(names[:10], fmt.Sprintf("and %d more", len(s.columns)-10))
	}
	return 0, requestError(s.name, "%s: there is no column %q; the columns are %q, numbered from 0", what, which, names)
}

// read turns a record into cells, and says whether its row is used. A missing
// value is an error unless the format says what to do about it.
func (s *survey) read(rec *record, p part) (use bool, err error) {
	label := s.labelOf(rec)
	if v, number := parseNumber(label); s.isMissing(label, v, number) {
		if s.format.Missing == "drop-row" {
			return false, nil
		}
		return false, &ContentError{File: p.file, Line: rec.line, Problem: fmt.Sprintf("the row has no label (%q)", label)}
	}
	if rec.fields == nil {
		return s.readNumbers(rec, p)
	}
	if cap(s.cells) < len(rec.fields) {
		s.cells = make([]cell, len(rec.fields))
	}
	s.cells = s.cells[:len(rec.fields)]
	use = true
	for j, field := range rec.fields {
		if s.columns[j].Skip {
			continue
		}
		c := &s.cells[j]
		v, number := parseNumber(field)
		*c = cell{value: v, text: field}
		if s.isMissing(field, v, number) {
			c.missing = true
			if use, err = s.meetMissing(use, field, j, p, rec.line); err != nil {
				return false, err
			}
		} else if number && !s.columns[j].Declared {
			c.text = nil
		}
	}
	return use, nil
}

func (s *survey) readNumbers(rec *record, p part) (use bool, err error) {
	d := len(rec.values)
	if rec.cols != nil && d > 0 {
		d = rec.cols[len(rec.cols)-1] + 1
	} else if rec.cols != nil {
		d = 0
	}
	if s.format.Dim > 0 && d > s.format.Dim {
		return false, &ContentError{File: p.file, Line: rec.line, Problem: fmt.Sprintf("the row has a value in column %d; there are %d", d, s.format.Dim)}
	}
	if rec.cols == nil && len(s.columns) > 0 && d != len(s.columns) {
		return false, &ContentError{File: p.file, Line: rec.line, Problem: "the row has " + plural(d, "value") + ", the first has " + plural(len(s.columns), "value")}
	}
	for j := len(s.columns); j < max(d, s.format.Dim); j++ {
		s.columns = append(s.columns, column{Name: attributeName(j)})
	}
	for len(s.cells) < len(s.columns) {
		s.cells = append(s.cells, cell{})
	}
	clear(s.cells)
	use = true
	for i, v := range rec.values {
		j := i
		if rec.cols != nil {
			j = rec.cols[i]
		}
		s.cells[j].value = v
		if !finite(v) {
			s.cells[j].missing = true
			if use, err = s.meetMissing(use, []byte(formatNumber(v)), j, p, rec.line); err != nil {
				return false, err
			}
		}
	}
	return use, nil
}

// isMissing says whether a field stands for a missing value: it is empty, or
// NaN or infinite, or one of the tokens that the format lists.
func (s *survey) isMissing(field []byte, v float64, number bool) bool {
	if len(field) == 0 || number && !finite(v) {
		return true
	}
	for _, token := range s.format.MissingAs {
		if string(field) == token {
			return true
		}
	}
	return false
}

func (s *survey) meetMissing(use bool, field []byte, j int, p part, line int) (bool, error) {
	switch s.format.Missing {
	case "drop-row":
		return false, nil
	case "mean":
		return use, nil
	}
	return false, &ContentError{File: p.file, Line: line, Column: s.columnName(j),
		Problem: fmt.Sprintf("the value is missing (%q); missing = \"drop-row\" or \"mean\" says what to do about it", field)}
}

// labelOf returns the label of a record as written.
func (s *survey) labelOf(rec *record) []byte {
	if rec.fields == nil {
		return rec.label
	}
	return rec.fields[s.label]
}

func (s *survey) noteLabel(label []byte, p part, line int) error {
	l := s.labels[string(label)]
	if l == nil {
		if len(s.labels) == maxLevels {
			return &ContentError{File: p.file, Line: line, Problem: fmt.Sprintf("there are more than %d different labels: is the label column the right one?", maxLevels)}
		}
		l = &seenLabel{Text: string(label), File: p.file, Line: line}
		s.labels[l.Text] = l
	}
	if p.test {
		l.Test++
	} else {
		l.Train++
	}
	return nil
}

// noteCells counts the cells of a row into their columns.
func (s *survey) noteCells(p part, line int) error {
	for j := range s.cells {
		c, col := &s.cells[j], &s.columns[j]
		switch {
		case col.Skip:
		case c.missing:
		case c.text == nil && !col.Categorical:
			col.Numbers++
			if !p.test {
				col.Known++
				col.Sum += c.value
			}
		case c.text == nil:
			return &ContentError{File: p.file, Line: line, Column: s.columnName(j),
				Problem: fmt.Sprintf("the number %v stands in a column that has texts in the rows before; list the column as categorical if it is one", c.value)}
		case col.Numbers > 0:
			return &ContentError{File: p.file, Line: line, Column: s.columnName(j),
				Problem: fmt.Sprintf("the text %q stands in a column that has numbers in the rows before; list the column as categorical if it is one, leave the field empty if the value is missing", c.text)}
		default:
			col.Categorical = true
			if col.Count == nil {
				col.Count = make(map[string]int)
			}
			if _, known := col.Count[string(c.text)]; !known && len(col.Count) == maxLevels {
				return &ContentError{File: p.file, Line: line, Column: s.columnName(j),
					Problem: fmt.Sprintf("there are more than %d different texts: this is not a category; take the column out", maxLevels)}
			}
			if p.test {
				col.Count[string(c.text)] += 0
			} else {
				col.Count[string(c.text)]++
			}
		}
	}
	return nil
}

// columnName is what messages call a column.
func (s *survey) columnName(j int) string {
	name := s.columns[j].Name
	if name == attributeName(j) {
		return strconv.Itoa(j) + " (from 0)"
	}
	return strconv.Quote(name)
}

// attributeName is what column j is called where no name is given.
func attributeName(j int) string { return "x" + strconv.Itoa(j) }

// attributeNames names d columns.
func attributeNames(d int) []string {
	names := make([]string, d)
	for j := range names {
		names[j] = attributeName(j)
	}
	return names
}

// layOut orders the levels of the categorical columns and places the
// attributes.
func (s *survey) layOut() error {
	if len(s.labels) == 0 {
		return &ContentError{File: s.name, Problem: "no row is left: each has a missing value"}
	}
	s.dim = 0
	for j := range s.columns {
		c := &s.columns[j]
		if c.Categorical {
			c.order()
		} else if !c.Skip && c.Known == 0 {
			return &ContentError{File: s.name, Column: s.columnName(j), Problem: "there is no value in any training row: take the column out"}
		}
		c.at = s.dim
		s.dim += c.width()
	}
	if s.dim == 0 {
		return &ContentError{File: s.name, Problem: "no column has a value"}
	}
	return nil
}

// order makes the levels: the different texts by bytes; as numbers if all are
// numbers, equal ones being one level.
func (c *column) order() {
	texts := make([]string, 0, len(c.Count))
	numeric := true
	for text := range c.Count {
		texts = append(texts, text)
		_, ok := parseNumber([]byte(text))
		numeric = numeric && ok
	}
	slices.SortFunc(texts, func(a, b string) int {
		if numeric {
			va, _ := parseNumber([]byte(a))
			vb, _ := parseNumber([]byte(b))
			if va != vb {
				return cmp.Compare(va, vb)
			}
		}
		return cmp.Compare(a, b)
	})
	c.level = make(map[string]int, len(texts))
	last, rows := 0.0, 0
	for i, text := range texts {
		v, _ := parseNumber([]byte(text))
		if !numeric || i == 0 || v != last {
			c.levels = append(c.levels, text)
			c.shares = append(c.shares, 0)
		}
		c.level[text] = len(c.levels) - 1
		c.shares[len(c.levels)-1] += float64(c.Count[text])
		rows += c.Count[text]
		last = v
	}
	for i := range c.shares {
		c.shares[i] /= float64(max(rows, 1))
	}
}

// attributes returns the names of the D attributes: a column's name, or
// column=level.
func (s *survey) attributes() []string {
	names := make([]string, 0, s.dim)
	for j := range s.columns {
		c := &s.columns[j]
		switch {
		case c.Skip:
		case c.Categorical:
			for _, level := range c.levels {
				names = append(names, c.Name+"="+level)
			}
		default:
			names = append(names, c.Name)
		}
	}
	return names
}

// encode writes the row at hand to x, of length D. A missing value becomes the
// mean of its column, of a categorical column the shares of its levels.
func (s *survey) encode(x []float64) error {
	clear(x)
	for j := range s.cells {
		c, col := &s.cells[j], &s.columns[j]
		switch {
		case col.Skip:
		case col.Categorical && c.missing:
			copy(x[col.at:], col.shares)
		case col.Categorical:
			level, known := col.level[string(c.text)]
			if !known {
				return errChanged
			}
			x[col.at+level] = 1
		case c.missing && col.Known > 0:
			x[col.at] = col.Sum / float64(col.Known)
		case c.missing:
		default:
			x[col.at] = c.value
		}
	}
	return nil
}

var errChanged = fmt.Errorf("the file changed while it was read")
