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

// renamedClasses is the class of each label as the files write it where a class is not called as
// its label: classes were kept, merged or made -1 and +1. It is nil otherwise.
func (s *Schema) renamedClasses() map[string]int {
	key := s.LabelKey()
	for text, class := range s.classes.class {
		if class == unused || s.classes.names[class] != key(text) {
			return maps.Clone(s.classes.class)
		}
	}
	return nil
}

// NewLabels tells the classes of rows that come later by their labels.
type NewLabels struct {
	encoding *Encoding
	column   string // as it was asked for; "": that of the table that the model was trained on
	classes  []string
	class    map[string]int // or unused
	numeric  bool           // equal numbers are one label
}

// NewLabels returns what tells labels in a column, by name or number, of a model of the given
// classes. Without one it is the column of the table that the model was trained on.
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

// Place returns where the labels stand in a file whose columns have the given names, or that has
// none and so many fields a row.
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

// Of returns the class of a label, Unlabelled where the field stands for no value. Its error is that
// the model does not know the class.
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
	return 0, fmt.Errorf("%q is not a label that the model knows; known are %s", field, few(known))
}
