package draft

import (
	"errors"
	"fmt"
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
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
	if r := out.unlikelyLabels(); column != "" && r != nil && s.Label >= 0 {
		out.Said.Classes = r.Finding + ", and each of them is a class, since --label names the column"
		own.Categorical = []string{labelName(s)}
		if out.Summary, err = loader.Inspect(own); err != nil {
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

// findLabel inspects a table with the column that is clearly the label, unless that is the last.
func (l *Looked) findLabel(table *catalogue.UserTable, s *data.Summary) (*data.Summary, error) {
	chosen, err := chooseLabel(l.Table, l.Said.Sets, s)
	if err != nil {
		return nil, err
	}
	l.WhyLabel = chosen.why()
	if chosen.place == s.Label {
		return s, nil
	}
	table.Label = toldAs(s.Columns[chosen.place])
	return loader.Inspect(*table)
}

// wordAsClass inspects a table again if a word for a missing value is the label of many rows, with that
// word as a class, unless it stands for missing numbers elsewhere. The other word that may be a level
// stays a level if no number is missing by it.
func (l *Looked) wordAsClass(table *catalogue.UserTable, s *data.Summary) (*data.Summary, error) {
	word := wordForClass(s)
	if word == "" {
		return s, nil
	}
	without := func(out func(text string) bool) (*data.Summary, error) {
		table.MissingValues = slices.DeleteFunc(slices.Clone(heuristics.Missing), out)
		return loader.Inspect(*table)
	}
	if slices.ContainsFunc(s.Columns, func(c data.ColumnSummary) bool { return suspected(c, data.SuspectLevel) }) {
		if with, err := without(heuristics.MayBeLevel); err == nil && sameKinds(s, with) {
			l.Said.Class = word
			return with, nil
		}
	}
	with, err := without(func(text string) bool { return text == word })
	if err != nil {
		return nil, err
	}
	if !sameKinds(s, with) {
		table.MissingValues = slices.Clone(heuristics.Missing) // stated, so that its rows are left out
		return loader.Inspect(*table)
	}
	l.Said.Class = word
	return with, nil
}

// wordForClass is a word for a missing value that is the label of so many rows that it is a
// class, "" if there is none.
func wordForClass(s *data.Summary) string {
	if s.Label < 0 || len(s.Classes) == 0 {
		return ""
	}
	smallest := slices.MinFunc(s.Classes, func(a, b data.ClassCount) int { return a.Rows - b.Rows }).Rows
	for _, blank := range s.Columns[s.Label].Blanks {
		if heuristics.Class(blank.Name, blank.Rows, smallest) {
			return blank.Name
		}
	}
	return ""
}

// sameKinds says whether the columns of two summaries of a table are of the same kinds: only numbers,
// or texts too.
func sameKinds(a, b *data.Summary) bool {
	mixed := func(c data.ColumnSummary) bool {
		return slices.ContainsFunc(c.Remarks, func(r data.Remark) bool { return r.What == data.SuspectMixed })
	}
	return slices.EqualFunc(a.Columns, b.Columns, func(x, y data.ColumnSummary) bool { return x.Kind == y.Kind && mixed(x) == mixed(y) })
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

// labelAmong is the place of the label among columns with these names, the first if several have
// its name.
func labelAmong(label string, names []string) int {
	if label == "" {
		return len(names) - 1
	}
	if j := slices.Index(names, label); j >= 0 {
		return j
	}
	j, _ := read.ColumnNumber(label, len(names))
	return j
}

// namedLabel is the first column with the name of a label, "" if that is the last, or if none has one.
func namedLabel(names []string) string {
	if n := len(names); n == 0 || strongName.MatchString(names[n-1]) {
		return ""
	}
	for _, name := range names {
		if strongName.MatchString(name) {
			return name
		}
	}
	return ""
}

// LabelKey is the key of the label column, "" if the label is not a column.
func (l *Looked) LabelKey() string { return labelKey(l.Summary) }

func labelKey(s *data.Summary) string {
	if s == nil || s.Label < 0 {
		return ""
	}
	return s.Columns[s.Label].Key
}

// labelName is how the label column is given to a table.
func labelName(s *data.Summary) string {
	return toldAs(s.Columns[s.Label])
}

// toldAs is how a column is given to a table: its name, or its number if that is its key.
func toldAs(c data.ColumnSummary) string {
	if c.Key != data.Quoted(c.Name) {
		return c.Key
	}
	return c.Name
}

// unlikelyLabels says what the labels look like instead of classes, nil if they look like classes.
func (l *Looked) unlikelyLabels() *data.Remark {
	remarks := l.Summary.Remarks
	if l.Summary.Label >= 0 {
		remarks = l.Summary.Columns[l.Summary.Label].Remarks
	}
	for _, r := range remarks {
		if r.What == data.SuspectMeasurement || r.What == data.SuspectManyClasses || r.What == data.SuspectMissing && r.Refused {
			return &r
		}
	}
	return nil
}

// OnlyClasses is what messages say about labels that are measurements.
const OnlyClasses = "Only classes are predicted, not measurements: replace each value by its range, such as low or high"

// NoClasses is an error if the labels are not classes.
func (l *Looked) NoClasses() error {
	name := l.LabelKey()
	if r := l.unlikelyLabels(); r != nil {
		question := ": is it the column of the classes? Say --label with another one, or with this one if it is"
		switch r.What {
		case data.SuspectMissing:
			question = ": say --label with this column if it is a class"
		case data.SuspectMeasurement:
			question += ". " + OnlyClasses
		}
		return &data.ContentError{File: l.Table, Column: name, Problem: r.Finding + question}
	}
	if len(l.Summary.Classes) == 0 {
		return &data.ContentError{File: l.Table, Column: name, Problem: "no row has a label: say --label with the column of the classes"}
	}
	if len(l.Summary.Classes) < 2 {
		return &data.ContentError{File: l.Table, Column: name, Problem: "every row has the same label: there is nothing to classify. Say --label with another column"}
	}
	return nil
}
