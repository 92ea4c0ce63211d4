package draft

import (
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/loader"
)

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
	return slices.EqualFunc(a.Columns, b.Columns, func(x, y data.ColumnSummary) bool {
		return x.Kind == y.Kind && suspected(x, data.SuspectMixed) == suspected(y, data.SuspectMixed)
	})
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
		if l.Summary.Label < 0 {
			question = ": are these classes? Say --label " + libsvmLabel + " if they are"
		}
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
