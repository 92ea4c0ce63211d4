// Package draft says what a user's table looks like, and drafts a specification for it.
package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/wording"
)

// mostListed is how many columns, classes or names a summary lists.
const mostListed = 20

// Summary describes a table in lines of text: rows and classes, and for each column its kind, its
// levels and missing values, and what it may be instead. verbose also lists columns that there is
// nothing to say about.
func Summary(s *data.Summary, verbose bool) []string {
	lines := []string{fmt.Sprintf("%s, %s", wording.Plural(s.Rows, "row"), wording.Plural(len(s.Columns), "column")), classes(s)}
	if said := severalLabels(s.Classes); said != "" {
		lines = append(lines, said)
	}
	if told := slices.ContainsFunc(s.Remarks, func(r data.Remark) bool { return r.What == data.SuspectDuplicated }); s.Duplicates > 0 && !told {
		lines = append(lines, wording.Counted(s.Duplicates, "1 row repeats", "%d rows repeat")+" an earlier one")
	}
	if written := Written(s); written != "" {
		lines = append(lines, written)
	}
	for _, r := range s.Remarks {
		if r.What == data.SuspectHeader { // nothing else reports that the specification of the table must say which
			lines = append(lines, r.String())
		} else {
			lines = append(lines, r.Placed())
		}
	}
	listed := 0
	for _, c := range s.Columns {
		if !verbose && len(c.Remarks) == 0 && c.Missing == 0 {
			continue
		}
		if listed++; listed > mostListed {
			lines = append(lines, "and further columns")
			break
		}
		lines = append(lines, "column "+c.Key+": "+column(c))
	}
	return lines
}

// Written says how the numbers of a table are written, "" if they are written as in English.
func Written(s *data.Summary) string {
	var said []string
	if s.Decimal != "" || s.Thousands != "" {
		said = append(said, "numbers are written as in 1"+s.Thousands+"234"+cmp.Or(s.Decimal, ".")+"5")
	}
	if len(s.Amounts) > 0 {
		said = append(said, wording.And(s.Amounts)+" behind numbers "+wording.Agree(len(s.Amounts), "multiplies", "multiply")+" them")
	}
	return strings.Join(said, "; ")
}

// classes says how the rows are divided among the classes.
func classes(s *data.Summary) string {
	if len(s.Classes) == 0 {
		return "no classes"
	}
	var parts []string
	for i, c := range s.Classes {
		if i == mostListed {
			parts = append(parts, fmt.Sprintf("and %d more", len(s.Classes)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d (%.3g%%)", data.Shortened(data.Shown(c.Name)), c.Rows, 100*float64(c.Rows)/float64(max(s.Rows, 1))))
	}
	if len(parts) == 1 {
		return "1 class: " + parts[0]
	}
	return fmt.Sprintf("%d classes: %s", len(s.Classes), strings.Join(parts, ", "))
}

// column says what a column is.
func column(c data.ColumnSummary) string {
	more := ""
	if !c.Counted {
		more = "more than "
	}
	distinct := more + fmt.Sprint(c.Distinct)
	text := map[data.ColumnKind]string{
		data.NumberColumn: "numbers, " + distinct + " different", data.CategoryColumn: "a category of " + more + wording.Plural(c.Levels, "level"),
		data.LabelColumn: "the label", data.UnusedColumn: "not used",
	}[c.Kind]
	if c.Kind == data.NumberColumn && c.Distinct == 0 && !c.Counted { // as in LIBSVM files
		text = "numbers"
	}
	if c.Kind == data.NumberColumn && c.Sign != "" {
		text += ", with " + c.Sign
	}
	switch {
	case c.Missing > 0 && c.Kind == data.LabelColumn:
		text += fmt.Sprintf(", %s without a label left out", wording.Plural(c.Missing, "row"))
	case c.Missing > 0:
		text += fmt.Sprintf(", %s missing", wording.Plural(c.Missing, "value"))
	}
	for _, r := range c.Remarks {
		if r.What != data.SuspectMissing {
			text += "; " + r.Placed()
		}
	}
	return text
}
