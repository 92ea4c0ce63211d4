package read

import (
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// tellApart refuses column names that are empty or occur twice, with two exceptions. Columns left
// out by number, or not among those to use, may have such names, and a label requested by number
// may have no name. These columns are then named as in a table without a header, if their name is
// empty or that of another column.
func tellApart(names []string, f *catalogue.Format, l *lines) error {
	aside := setAside(names, f)
	if err := refuseNameless(names, aside, f, l); err != nil {
		return err
	}
	seen := make(map[string]bool, len(names))
	for i, name := range names {
		switch {
		case aside[i]:
			continue
		case seen[name] && l.bare && len(f.Only) > 0: // schema.Encoding decides which of them is meant
		case seen[name] && l.bare:
			return l.fail("the header has the column %q twice: rename one of them in the file", name)
		case seen[name]:
			return &RepeatedNameError{slices.Clone(names), i, l.fail("the header has the column %q twice: rename one of them in the file, or leave this one out with drop = [%s]", name, NumberOf(i, names))}
		}
		seen[name] = true
	}
	for i, name := range names {
		if aside[i] && (name == "" || seen[name]) {
			names[i] = data.AttributeName(i)
		}
	}
	return nil
}

// setAside says which columns may be empty or have the name of another: see tellApart.
func setAside(names []string, f *catalogue.Format) []bool {
	aside := numbered(f.Drop, names, len(names))
	if len(f.Only) > 0 {
		wanted := slices.Concat(f.Only, []string{f.Label, f.SplitColumn})
		for i, used := range listed(wanted, names, len(names)) {
			aside[i] = aside[i] || !used || names[i] == ""
		}
	}
	asked := f.LabelNumber != "" || f.Label != "" && !slices.Contains(names, f.Label)
	if j := labelField(f, len(names)); asked && j >= 0 {
		aside[j] = aside[j] || names[j] == ""
	}
	return aside
}

// refuseNameless refuses columns without a name that are not set aside.
func refuseNameless(names []string, aside []bool, f *catalogue.Format, l *lines) error {
	var nameless []int
	for i, name := range names {
		if name == "" && !aside[i] {
			nameless = append(nameless, i)
		}
	}
	if len(nameless) == 0 {
		return nil
	}
	if named := len(names) - countEmpty(names); len(names) > 2 && named < 2 {
		return l.fail("this line names %d of %d columns: remove it if it is a title above the table, and otherwise name all columns", named, len(names))
	}
	i := nameless[0]
	if l.bare {
		return l.fail("column %d has no name in the header: name it", i)
	}
	remedy := "name it, or leave it out with drop = [%s] if it only has row numbers"
	if i == len(names)-1 && f.LabelNumber == "" && f.Label == "" {
		remedy = "name it, or name the label column: label = %s if it is this one"
	}
	return &NamelessError{names, nameless, l.fail("column %d has no name in the header: "+remedy, i, NumberOf(i, names))}
}

// countEmpty counts the columns without a name.
func countEmpty(names []string) (n int) {
	for _, name := range names {
		if name == "" {
			n++
		}
	}
	return n
}

// NamelessError is the error of a header that leaves columns without a name.
type NamelessError struct {
	Names   []string // of all columns, empty for those without
	Columns []int    // that need a name
	err     error
}

func (e *NamelessError) Error() string { return e.err.Error() }

// Unwrap returns the error as one of the content.
func (e *NamelessError) Unwrap() error { return e.err }

// RepeatedNameError is the error of a header that gives two columns the same name.
type RepeatedNameError struct {
	Names  []string // of all columns
	Column int      // the second column with the name
	err    error
}

func (e *RepeatedNameError) Error() string { return e.err.Error() }

// Unwrap returns the error as one of the content.
func (e *RepeatedNameError) Unwrap() error { return e.err }
