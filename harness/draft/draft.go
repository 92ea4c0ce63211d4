package draft

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data"
	"gpcbench/data/read"
)

// Draft is a specification for a table.
type Draft struct {
	// Text writes the specification for repeats that train on at least so many rows.
	Text   func(rows int) string
	Split  string // how rows are divided, in words
	Remark string // what a user should know about it, "" if nothing
	// Done says how columns and values that look like something else are used.
	Done []string
	// Targets warns of attributes that have the name of a label, "" if there are none.
	Targets string
}

// Said is what a specification says about a table before its columns are judged.
type Said struct {
	Name          string             // of the experiment, empty if that of its file
	File          string             // the table, relative to the specification
	Label         string             // key of the label column, empty for the last
	MissingValues []string           // texts that stand for a missing value, nil for the default ones
	Class         string             // a text that does not stand for a missing value, because it is a class
	Classes       string             // why all labels are classes though they look like something else, "" if they do not
	Repeated      []string           // keys of columns left out because another column has the same name
	Units         []string           // behind numbers, such as kg
	Unclear       *read.UnclearError // columns left out because it is unclear how their numbers are written; nil: none
	Sets          string             // says that attributes may be labels, any number per row, "" if none may
	Header        bool               // the first line names the columns, which reading does not find by itself
	Raced         float64            // the methods are for a race with so many seconds by default; 0: no race
}

// Specifications drafts specifications for a table, the best first. Only a plan shows whether the rows
// can be divided that way. The error says that no column is left to learn from.
func Specifications(said Said, s *data.Summary) ([]Draft, error) {
	c := choose(said, s)
	if s.Label >= 0 && !slices.ContainsFunc(s.Columns, c.learnsFrom) {
		return nil, c.nothingLeft()
	}
	drafts := []Draft{c.draft(said, s, "")}
	var remarks []string
	if by := cmp.Or(c.group, c.time); by != "" {
		c.group, c.time, c.ownFolds = "", "", 0
		c.leaveOut(by, "a split by it has training rows that the methods cannot learn from")
		remarks = append(remarks, "column "+by+" is left out: "+c.why[by])
		drafts = append(drafts, c.draft(said, s, remarks[0]))
	}
	if c.smallest == 1 {
		c.holdout = true
		remarks = append(remarks, "a class has a single row: every repeat trains on it, and none tests it")
		drafts = append(drafts, c.draft(said, s, strings.Join(remarks, "; ")))
	}
	return drafts, nil
}

// draft is the draft of the current choices.
func (c choices) draft(said Said, s *data.Summary, remark string) Draft {
	return Draft{func(rows int) string { return c.text(said, s, rows) }, c.splitWords(s), remark, c.done(), c.targets(s)}
}

// done says how columns and values are used.
func (c *choices) done() (out []string) {
	list := func(what string, keys []string) {
		var parts []string
		for _, key := range keys {
			parts = append(parts, fmt.Sprintf("%s (%s)", c.shown(key), c.why[key]))
		}
		if len(parts) > 0 {
			first, more := data.Few(parts)
			out = append(out, what+" "+strings.Join(first, ", ")+more)
		}
	}
	list("left out:", c.drop)
	list("categories:", slices.DeleteFunc(slices.Clone(c.categorical), func(key string) bool { return c.names[key] == "" }))
	if c.missing != "" {
		text := "missing values are replaced by the mean of their column"
		if first, more := data.Few(c.filled); len(first) > 0 {
			text += ": " + strings.Join(first, ", ") + more
		}
		out = append(out, text)
	}
	return out
}

// text is the specification of the choices, for repeats that train on at least so many rows.
func (c *choices) text(said Said, s *data.Summary, rows int) string {
	var b strings.Builder
	for _, line := range Summary(s, false) {
		b.WriteString("# " + line + "\n")
	}
	if said.Sets != "" {
		b.WriteString("# " + said.Sets + "\n")
	}
	b.WriteString("\n[experiment]\n")
	if said.Name != "" {
		fmt.Fprintf(&b, "name = %s\n", data.Quoted(said.Name))
	}
	fmt.Fprintf(&b, "title = %s\n%s\n", data.Quoted("Which classifier for "+filepath.Base(said.File)+"?"), c.split(s))
	fmt.Fprintf(&b, "\n[[dataset]]\nfile = %s\n", data.Quoted(filepath.ToSlash(said.File)))
	if said.Label != "" {
		fmt.Fprintf(&b, "label = %s\n", said.Label)
	}
	if said.Header {
		b.WriteString("header = true                # there are numbers below its texts\n")
	}
	for _, sign := range []struct{ key, value string }{{"decimal", s.Decimal}, {"thousands", s.Thousands}} {
		if sign.value != "" {
			fmt.Fprintf(&b, "%s = %s\n", sign.key, data.Quoted(sign.value))
		}
	}
	writeTexts(&b, "units", said.Units)
	if u := said.Unclear; u != nil {
		sign := data.Quoted(u.Sign)
		fmt.Fprintf(&b, "# For values such as %s, set one of these and remove their columns from drop.\n# decimal = %s\n# thousands = %s\n", data.Quoted(u.Value), sign, sign)
	}
	c.columns(&b)
	if c.group == "" && c.time != "" {
		rows = min(rows, s.Rows/8) // so that not nearly all rows of the first fold are inducing inputs
	}
	if said.Raced > 0 {
		b.WriteString(c.raced(said, s, rows))
	} else {
		b.WriteString(c.methods(s, rows))
	}
	return b.String()
}

// quoted is a key in quotes, even if it is a number.
func quoted(key string) string {
	if _, err := strconv.Atoi(key); err == nil {
		return data.Quoted(key)
	}
	return key
}

// columns writes the keys about columns.
func (c *choices) columns(b *strings.Builder) {
	list := func(key string, columns []string) {
		if len(columns) == 0 {
			return
		}
		for _, column := range columns {
			fmt.Fprintf(b, "# %s: %s\n", column, c.why[column])
		}
		fmt.Fprintf(b, "%s = [%s]\n", key, strings.Join(columns, ", "))
	}
	list("drop", slices.DeleteFunc(slices.Clone(c.drop), func(key string) bool { return c.group == "" && key == c.time }))
	list("categorical", c.categorical)
	for _, why := range c.whyMissing {
		b.WriteString("# " + why + "\n")
	}
	writeTexts(b, "missing_values", c.missingValues)
	writeTexts(b, "also_missing", c.alsoMissing)
	if c.missing != "" {
		b.WriteString("missing = \"mean\"             # of the column; or \"drop-row\"\n")
	}
}

// writeTexts writes a key that is a list of texts, nothing if the list is nil.
func writeTexts(b *strings.Builder, key string, texts []string) {
	if texts == nil {
		return
	}
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = data.Quoted(text)
	}
	fmt.Fprintf(b, "%s = [%s]\n", key, strings.Join(list, ", "))
}
