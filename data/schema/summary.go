package schema

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
	"gpcbench/wording"
)

// Summary returns what was seen of the columns, and what they may be instead of what they were read
// as. It does not fail when Complete does.
func (s *Schema) Summary() *data.Summary {
	out := &data.Summary{Rules: heuristics.Rules, Rows: s.used(), Dropped: s.Dropped, Label: s.Label, Duplicates: s.Duplicates, Compared: s.Compared}
	out.Decimal, out.Thousands, out.Amounts = s.numbers.Decimal, s.numbers.Thousands, s.amounts
	for j := range s.Columns {
		out.Columns = append(out.Columns, s.columnSummary(j))
	}
	out.Classes = s.classCounts()
	if s.Label < 0 {
		out.Remarks = s.labelRemarks()
	}
	s.tellDecisive(out)
	if n := s.Duplicates; heuristics.Duplicates(n, s.Compared) {
		repeat := "repeat"
		if n == 1 {
			repeat = "repeats"
		}
		out.Remarks = append(out.Remarks, data.Remark{
			What:    data.SuspectDuplicated,
			Finding: fmt.Sprintf("%s of %d %s an earlier one, so a test row may also be a training row", wording.Plural(n, "row"), s.Compared, repeat),
		})
	}
	return out
}

// used returns the number of rows that have a label and are not left out.
func (s *Schema) used() int {
	n := s.Others.Times
	for _, l := range s.Labels {
		n += l.Train + l.Test
	}
	return n
}

// classCounts returns the classes that the format defines or, if these fail, the labels as written.
func (s *Schema) classCounts() []data.ClassCount {
	var out []data.ClassCount
	if c, err := makeClasses(s.name, s.Labels, s.format, s.labelDeclared()); err == nil {
		for i, name := range c.names {
			out = append(out, data.ClassCount{Name: name, Rows: c.counts[i]})
		}
		return out
	}
	for _, text := range slices.Sorted(maps.Keys(s.Labels)) {
		out = append(out, data.ClassCount{Name: text, Rows: s.Labels[text].Train + s.Labels[text].Test})
	}
	return out
}

// tellDecisive adds remarks on columns that separate the classes on their own.
func (s *Schema) tellDecisive(out *data.Summary) {
	c, err := makeClasses(s.name, s.Labels, s.format, s.labelDeclared())
	if err != nil || len(s.sample.values) == 0 {
		return
	}
	for j := range s.Columns {
		col := &s.Columns[j]
		if col.Skip || col.Numbers.Times > 0 && col.Texts.Times > 0 {
			continue
		}
		if auc, is := s.decides(j, c); is {
			out.Columns[j].Remarks = append(out.Columns[j].Remarks, data.Remark{What: data.SuspectDecisive,
				Finding: fmt.Sprintf("the column alone tells the classes apart (AUC %.3f)", auc),
				Advice:  "leave it out if it is known only after the class is" + s.dropHint(j)})
		}
	}
}

func (s *Schema) columnSummary(j int) data.ColumnSummary {
	c := &s.Columns[j]
	out := data.ColumnSummary{Name: c.Name, Key: s.columnKey(j), Missing: c.Missing.Times, Sign: c.Sign, Blanks: rowsOf(c.Blanks)}
	if s.format.Missing == "" {
		out.Missing += c.Infinite.Times
	}
	switch {
	case j == s.Label:
		out.Kind, out.Missing, out.Distinct, out.Counted = data.LabelColumn, s.NoLabel.Times, len(s.Labels), s.Others.Times == 0
		out.Blanks = rowsOf(s.Blanks)
		labels := slices.Collect(maps.Keys(s.Labels))
		out.Texts = !allNumbers(labels)
		out.Whole = !out.Texts && !slices.ContainsFunc(labels, func(text string) bool {
			v, _ := read.ParseNumber([]byte(text))
			return v != math.Trunc(v)
		})
		out.Remarks = s.labelRemarks()
		return out
	case c.Skip:
		out.Kind = data.UnusedColumn
		return out
	case c.Declared || c.Texts.Times > c.Numbers.Times:
		out.Kind, out.Levels, out.Distinct, out.Counted = data.CategoryColumn, len(c.Count), len(c.Count), c.Others.Times == 0
		if c.Infinite.Times > 0 { // a level, once the column is declared a category, without which it is refused
			out.Levels, out.Distinct, out.Missing = out.Levels+1, out.Distinct+1, out.Missing-c.Infinite.Times
		}
		out.Units = c.units()
	default:
		out.Whole = c.Numbers.Times > 0 && c.whole()
		out.Kind, out.Distinct, out.Counted = data.NumberColumn, len(c.Values), c.Values != nil && len(c.Values) < maxLevels
	}
	out.Dates = c.times() != "" || len(c.Count) > 0 && c.Numbers.Times == 0 && !slices.ContainsFunc(slices.Collect(maps.Keys(c.Count)), func(text string) bool {
		_, date := heuristics.ISOTime(text)
		return !date
	}) && !c.Undated
	if distinct, all := c.distinct(); !all {
		out.Repeats = distinct < c.Numbers.Times+c.Texts.Times
	}
	if c.Texts.Times > 0 && c.Numbers.Times > 0 && !c.Declared {
		style := s.otherStyle(j)
		out.Levels, out.Words, out.Decimal, out.Thousands = len(c.Count)+len(c.Values), c.words(), style.Decimal, style.Thousands
		out.Units = c.amounts()
	}
	out.Remarks = s.columnRemarks(j)
	return out
}

// rowsOf lists texts, in order, with their numbers of rows.
func rowsOf(count map[string]int) (out []data.ClassCount) {
	for _, text := range slices.Sorted(maps.Keys(count)) {
		out = append(out, data.ClassCount{Name: text, Rows: count[text]})
	}
	return out
}

// columnKey returns how a specification names column j. It is a number if the column has no name,
// or a name that a specification cannot have. The number is counted from the end if that from 0 is
// the name of another column.
func (s *Schema) columnKey(j int) string {
	if s.Label < 0 && !s.Named && !s.format.ZeroBased {
		return strconv.Itoa(j + 1) // as in a LIBSVM file
	}
	if s.nameless(j) || strings.ContainsFunc(s.Columns[j].Name, unicode.IsControl) {
		number := strconv.Itoa(j)
		if _, name := s.number[number]; name {
			return strconv.Itoa(j - len(s.Columns))
		}
		return number
	}
	return data.Quoted(s.Columns[j].Name)
}

// remark returns a remark that names the first place.
func (f First) remark(what data.Suspicion, refused bool, finding, advice string) data.Remark {
	return data.Remark{What: what, Refused: refused, Finding: finding + f.more(), Advice: advice, File: f.File, Line: f.Line}
}

// more says how many other places there are.
func (f First) more() string {
	if f.Times < 2 {
		return ""
	}
	return fmt.Sprintf(", and in %s more", wording.Plural(f.Times-1, "row"))
}

// maxRefusals is the largest number of columns in one message.
const maxRefusals = 5

// refusal returns an error about what cannot be used in the columns, nil if all can be used.
func (s *Schema) refusal() error {
	var errs []error
	add := func(column string, remarks []data.Remark) {
		for _, r := range remarks {
			if r.Refused {
				errs = append(errs, &data.ContentError{File: cmp.Or(r.File, s.name), Line: r.Line, Column: column, Problem: r.String()})
			}
		}
	}
	for j := range s.Columns {
		switch {
		case j == s.Label:
			add(s.ColumnName(j), s.labelRemarks())
		case !s.Columns[j].Skip:
			add(s.ColumnName(j), s.columnRemarks(j))
		}
	}
	if s.Label < 0 {
		add("", s.labelRemarks())
	}
	if n := len(errs); n > maxRefusals {
		errs = append(errs[:maxRefusals], &data.ContentError{File: s.name, Problem: fmt.Sprintf("there are %d more such problems", n-maxRefusals)})
	}
	return errors.Join(errs...)
}

// labelRemarks returns remarks on what the labels may be instead of classes.
func (s *Schema) labelRemarks() []data.Remark {
	var out []data.Remark
	if s.NoLabel.Times > 0 && s.format.Missing != catalogue.DropRow {
		out = append(out, s.noLabelRemark())
	}
	if s.Others.Times > 0 {
		out = append(out, s.Others.remark(data.SuspectManyClasses, true, fmt.Sprintf("there are more than %d different labels", maxLevels), "is the label column the right one?"))
	}
	if !s.format.Own {
		return out
	}
	out = append(out, s.spellings(data.SuspectSpelling, slices.Collect(maps.Keys(s.Labels)), "labels", "classes")...)
	if s.labelDeclared() {
		return out
	}
	out = append(out, s.labelTextRemarks()...)
	if len(s.format.Positive) > 0 || s.Others.Times > 0 {
		return out
	}
	return append(out, s.classCountRemarks()...)
}

// noLabelRemark returns the remark on rows without a label.
func (s *Schema) noLabelRemark() data.Remark {
	f := s.NoLabel
	what, advice := data.SuspectMissing, "missing = \"drop-row\" leaves such rows out"
	if s.format.Own {
		advice = "such rows are left out"
		if s.mayBeWord(f) {
			what = data.SuspectLostClass
			advice += "; if it is a class, list the texts that stand for a missing value in missing_values"
		}
	}
	return f.remark(what, !s.format.Own || s.blankClass(), fmt.Sprintf("the row has no label (%q)", f.Text), advice)
}

// mayBeWord says whether a missing value of a user's table is a text that missing_values may take off the list of
// those that stand for one. An empty field and the ? of ARFF always do.
func (s *Schema) mayBeWord(f First) bool {
	return s.format.Own && f.Text != "" && s.format.Kind != catalogue.ARFF
}

// labelTextRemarks returns remarks on labels that are the same number, and on labels that may stand
// for a missing value.
func (s *Schema) labelTextRemarks() (out []data.Remark) {
	labels := slices.Sorted(maps.Keys(s.Labels))
	if a, b, same := sameNumber(labels, s.numbers); same {
		remark := data.Remark{What: data.SuspectSpelling, Finding: fmt.Sprintf("the labels %q and %q are the same number but two classes", a, b),
			Advice: "write both in the same way if they mean the same"}
		if newLabelKeys(labels, s.format, false).merges() {
			remark.Finding = fmt.Sprintf("the labels %q and %q are the same number and one class", a, b)
			remark.Advice = fmt.Sprintf("categorical = [%s] makes them two classes", s.labelKey())
		}
		out = append(out, remark)
	}
	numbers := allNumbers(labels)
	for _, text := range labels {
		if (heuristics.Blank(text) || numbers && isInfinite(text)) && !s.format.MissingSaid {
			out = append(out, data.Remark{What: data.SuspectBlank, File: s.Labels[text].File, Line: s.Labels[text].Line,
				Finding: fmt.Sprintf("%s is a class with %s", data.Quoted(text), wording.Plural(s.Labels[text].Train+s.Labels[text].Test, "row")),
				Advice:  fmt.Sprintf("if it stands for a missing label, also_missing = [%s] leaves these rows out", data.Quoted(text))})
		}
	}
	if l := s.Labels["-"]; l != nil && s.Labels["+"] == nil && !s.saidMissing("-") {
		out = append(out, data.Remark{What: data.SuspectMissing, Refused: true, File: l.File, Line: l.Line, Finding: `the label "-" may stand for a missing value`,
			Advice: fmt.Sprintf(`say also_missing = ["-"] and missing = "drop-row" if it does, or categorical = [%s] if it is a class`, s.labelKey())})
	}
	return out
}

// classCountRemarks refuses labels that look like measurements, or too many different ones.
func (s *Schema) classCountRemarks() []data.Remark {
	classes := s.classCounts()
	numbers, whole, rows := true, true, 0
	for _, c := range classes {
		v, number := s.numbers.Parse([]byte(c.Name))
		numbers, whole, rows = numbers && number, whole && v == float64(int64(v)), rows+c.Rows
	}
	if !heuristics.Measurement(len(classes), numbers, whole) && !heuristics.TooManyClasses(len(classes), rows) {
		return nil
	}
	what, question := data.SuspectManyClasses, "is the label column the right one?"
	if numbers {
		what, question = data.SuspectMeasurement, "is it a measurement rather than a class?"
	}
	return []data.Remark{{What: what, Refused: true,
		Finding: fmt.Sprintf("there are %d different labels in %s, such as %s and %s", len(classes), wording.Plural(rows, "row"), inQuotes(classes[0].Name), inQuotes(classes[len(classes)-1].Name)),
		Advice:  fmt.Sprintf("%s Name another column in label, or say categorical = [%s] if all of them are classes", question, s.labelKey())}}
}

// blankClass says whether a text for a missing value is the label of so many rows that it may be a
// class.
func (s *Schema) blankClass() bool {
	smallest := math.MaxInt
	for _, l := range s.Labels {
		smallest = min(smallest, l.Train+l.Test)
	}
	for text, rows := range s.Blanks {
		if !s.saidMissing(text) && heuristics.Class(text, rows, smallest) {
			return true
		}
	}
	return false
}

// labelDeclared says whether the user declares the labels to be classes.
func (s *Schema) labelDeclared() bool {
	if s.Label < 0 {
		return slices.Contains(s.format.Categorical, "label")
	}
	return s.Columns[s.Label].Declared
}

// labelKey returns the name of the labels in the key categorical.
func (s *Schema) labelKey() string {
	if s.Label < 0 {
		return `"label"`
	}
	return s.columnKey(s.Label)
}
