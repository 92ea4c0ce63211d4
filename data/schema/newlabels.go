package schema

import (
	"fmt"
	"maps"
	"slices"

	"gpcbench/data"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
	"gpcbench/wording"
)

// renamedClasses returns the class of each label as written in the files, if some class does not
// have the name of its label: classes were kept, merged or made -1 and +1. Otherwise it is nil.
func (s *Schema) renamedClasses() map[string]int {
	key := s.LabelKey()
	for text, class := range s.classes.class {
		if class == unused || s.classes.names[class] != key(text) {
			return maps.Clone(s.classes.class)
		}
	}
	return nil
}

// NewLabels finds the classes of new rows from their labels.
type NewLabels struct {
	encoding *Encoding
	column   string // as requested; "" for that of the table that the model was trained on
	classes  []string
	class    map[string]int // or unused
	numeric  bool           // labels that are equal as numbers are one
}

// NewLabels returns the NewLabels for a model with the given classes, with labels in a column given
// by name or number. If column is "", it is that of the table that the model was trained on.
func (e *Encoding) NewLabels(column string, classes []string) *NewLabels {
	l := &NewLabels{encoding: e, column: column, classes: classes, class: e.LabelClasses, numeric: true}
	if l.class == nil {
		l.class = make(map[string]int, len(classes))
		for i, name := range classes {
			l.class[name] = i
		}
	}
	texts := slices.Collect(maps.Keys(l.class))
	for _, text := range texts {
		_, number := read.ParseNumber([]byte(text))
		l.numeric = l.numeric && number && !heuristics.Code(text)
	}
	if l.numeric = l.numeric && !sameFloat(texts) && !heuristics.PlateCodes(texts); l.numeric {
		canonical := make(map[string]int, len(l.class))
		for text, class := range l.class {
			canonical[read.CanonicalNumber(text)] = class
		}
		l.class = canonical
	}
	return l
}

// Place returns the place of the labels in a file with the given column names, or without names and
// with the given number of fields per row.
func (l *NewLabels) Place(file string, names []string, fields int) (int, error) {
	column := l.column
	switch {
	case column == "" && l.encoding.LabelName != "" && slices.Contains(names, l.encoding.LabelName):
		return l.encoding.placeOf(file, l.encoding.LabelName, l.encoding.Label, names)
	case column == "" && l.encoding.LabelName != "":
		column = l.encoding.LabelName
	case column == "" && l.encoding.Label >= 0 && !l.encoding.Named && fields == l.encoding.Width:
		return l.encoding.Label, nil
	case column == "":
		return 0, data.KeyErrorf(file, "label", "the model does not state which column has the labels: give --label with its name or its number from 0")
	}
	if j := slices.Index(names, column); j >= 0 {
		if slices.Contains(names[j+1:], column) {
			return 0, data.KeyErrorf(file, "label", "the header has the column %q twice: give --label with its number from 0", column)
		}
		return j, nil
	}
	if j, ok := read.ColumnNumber(column, fields); ok {
		return j, nil
	}
	if names == nil {
		return 0, data.KeyErrorf(file, "label", "there is no column %q for the labels; the %s are numbered from 0", column, wording.Plural(fields, "column"))
	}
	return 0, data.KeyErrorf(file, "label", "there is no column %q for the labels; the columns are %s", column, few(names))
}

// Unlabelled is the class of a row that has no label, or one that was left out in training.
const Unlabelled = -1

// Of returns the class of a label, or Unlabelled if the field stands for a missing value. It is an
// error if the model does not know the label.
func (l *NewLabels) Of(field []byte) (int, error) {
	text := string(field)
	if l.numeric {
		text = read.CanonicalNumber(text)
	}
	if class, known := l.class[text]; known {
		return class, nil
	}
	v, number := read.ParseNumber(field)
	if len(field) == 0 || slices.Contains(l.encoding.Missing, string(field)) || number && !read.Finite(v) {
		return Unlabelled, nil
	}
	known := l.classes
	if l.encoding.LabelClasses != nil {
		known = slices.Sorted(maps.Keys(l.encoding.LabelClasses))
	}
	return 0, fmt.Errorf("%s is not a label that the model knows; known are %s", inQuotes(string(field)), few(known))
}
