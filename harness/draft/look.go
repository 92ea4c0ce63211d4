package draft

import (
	"errors"
	"fmt"
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/loader"
	"gpcbench/data/read"
)

// Looked is what a table looks like, and what its specification is to say about it.
type Looked struct {
	Table    string // its file
	Summary  *data.Summary
	Said     Said
	WhyLabel string // why this column is the label, "" if it was asked for or is not a column
	Sets     string // for a file of label sets, which has no summary: where the labels are
}

// libsvmLabel is what the labels of a LIBSVM file, which come first and have no name, are called in keys.
const libsvmLabel = "label"

// Look looks at a table. The label is the column that is asked for, or the one that looks most like
// a label (see LabelError). Columns without a name or with the name of another are left out. None as the
// label of many rows is a class though it may stand for a missing value, and so are labels of a column
// that is asked for though they may not be classes. The table is read two to seven times.
func Look(table, column string) (Looked, error) {
	out := Looked{Table: table}
	if column == "" {
		out.Said.Sets = likelySets(table)
	}
	own := catalogue.UserTable{File: table, Label: column}
	if column == libsvmLabel {
		var form catalogue.Format
		if _, err := read.DetectForm(table, &form, nil); err == nil && form.Kind == catalogue.LIBSVM {
			own.Label = ""
		}
	}
	s, err := out.readable(&own)
	if err == nil && numbersBelowTexts(s) {
		own.Header, out.Said.Header = new(true), true
		s, err = out.readable(&own)
	}
	if err != nil {
		return out, err
	}
	if err := rowOfUnits(table, s); err != nil {
		return out, err
	}
	if s, err = otherNumbers(&own, s); err != nil {
		return out, err
	}
	if s, err = withUnits(&own, s); err != nil {
		return out, err
	}
	out.Said.Units = own.Units
	if column == "" && s.Label >= 0 {
		if s, err = out.findLabel(&own, s); err != nil {
			return out, err
		}
	}
	if s, err = out.wordAsClass(&own, s); err != nil {
		return out, err
	}
	out.Summary = s
	if column != "" {
		if err := out.askedLabel(&own); err != nil {
			return out, err
		}
	}
	if out.WhyLabel != "" { // what counts as a class may have changed since the label was chosen
		out.WhyLabel = labelCandidate(out.Summary, out.Summary.Label).why()
	}
	if own.Label != "" {
		out.Said.Label = out.LabelKey()
	}
	out.Said.MissingValues = own.MissingValues
	return out, nil
}

// askedLabel takes the values of the label that is asked for as classes, even if they look like none.
func (l *Looked) askedLabel(table *catalogue.UserTable) (err error) {
	unlikely := l.unlikelyLabels()
	if unlikely == nil {
		return nil
	}
	l.Said.Classes = unlikely.Finding + ", and each of them is a class, since --label names the column"
	table.Categorical = []string{libsvmLabel}
	if l.Summary.Label >= 0 {
		table.Categorical = []string{labelName(l.Summary)}
	}
	l.Summary, err = loader.Inspect(*table)
	return err
}

// rowOfUnits is the error of a table whose first row looks like a row of units, nil for other tables.
func rowOfUnits(table string, s *data.Summary) error {
	for _, c := range s.Columns {
		for _, r := range c.Remarks {
			if r.What == data.SuspectUnits {
				return &data.ContentError{File: table, Line: r.Line, Column: c.Key, Problem: r.Finding + ": " + r.Advice}
			}
		}
	}
	return nil
}

// numbersBelowTexts says whether a first line that was read as a row names the columns, since a column
// has numbers below a text there.
func numbersBelowTexts(s *data.Summary) bool {
	return slices.ContainsFunc(s.Columns, func(c data.ColumnSummary) bool { return suspected(c, data.SuspectHeader) })
}

// readable inspects a table without the columns that have no name, the name of another, or numbers whose
// notation is unclear.
func (l *Looked) readable(table *catalogue.UserTable) (*data.Summary, error) {
	s, err := l.named(table)
	unclear, ok := errors.AsType[*read.UnclearError](err)
	if !ok {
		return s, err
	}
	without := *table
	for _, j := range unclear.Columns {
		without.Drop = append(slices.Clip(without.Drop), read.NumberOf(j, unclear.Names))
	}
	if s, err = l.named(&without); err != nil {
		return nil, unclear // the label is one of them, or no other column is left
	}
	*table, l.Said.Unclear = without, unclear
	return s, nil
}

// named inspects a table without the columns that have no name, or the name of another.
func (l *Looked) named(table *catalogue.UserTable) (*data.Summary, error) {
	s, err := loader.Inspect(*table)
	if nameless, ok := errors.AsType[*read.NamelessError](err); ok {
		if err := leaveOutNameless(table, nameless); err != nil {
			return nil, err
		}
		s, err = loader.Inspect(*table)
	}
	for {
		repeated, ok := errors.AsType[*read.RepeatedNameError](err)
		if !ok || !leaveOutRepeated(table, repeated) {
			return s, err
		}
		l.Said.Repeated = append(l.Said.Repeated, table.Drop[len(table.Drop)-1])
		s, err = loader.Inspect(*table)
	}
}

// leaveOutNameless leaves out the columns without a name. If the last has none, as after a comma at
// the end of each line, the label is a column with the name of a label.
func leaveOutNameless(table *catalogue.UserTable, nameless *read.NamelessError) error {
	for _, j := range nameless.Columns {
		table.Drop = append(table.Drop, read.NumberOf(j, nameless.Names))
	}
	if table.Label == "" {
		table.Label = namedLabel(nameless.Names)
	}
	if last := len(nameless.Names) - 1; table.Label == "" && nameless.Names[last] == "" {
		return &data.ContentError{File: table.File, Problem: fmt.Sprintf("column %d, the last, has no name: give it one, or say --label with the column of the classes, its name or its number", last)}
	}
	return nil
}

// leaveOutRepeated leaves out one of two columns of one name, the second unless it is the label,
// and says whether that may help: not if it is left out already, as for an ARFF file.
func leaveOutRepeated(table *catalogue.UserTable, repeated *read.RepeatedNameError) bool {
	if table.Label == "" {
		table.Label = namedLabel(repeated.Names)
	}
	out := repeated.Column
	if out == labelAmong(table.Label, repeated.Names) {
		out = slices.Index(repeated.Names, repeated.Names[out])
	}
	number := read.NumberOf(out, repeated.Names)
	if slices.Contains(table.Drop, number) {
		return false
	}
	table.Drop = append(table.Drop, number)
	return true
}
