package read

import (
	"cmp"
	"slices"
	"strconv"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// hasHeader says whether the first line names the columns. It does if one of its fields is the name
// of the label. Otherwise textHeader decides if all fields are texts, and mixedHeader if not.
func hasHeader(path string, f *catalogue.Format) (bool, error) {
	l, err := openLines(path, "", path)
	if err != nil {
		return false, err
	}
	defer l.Close()
	r := newDelimited(l, f)
	rec, err := r.Next()
	if err != nil {
		return false, err
	}
	if rec == nil {
		return false, &data.ContentError{File: path, Problem: "the file is empty"}
	}
	var names []string
	numbers := false
	for _, field := range rec.Fields {
		names = append(names, string(field))
		numbers = numbers || IsAnyNumber(field)
	}
	switch {
	case f.Label != "" && slices.Contains(names, f.Label):
		return true, nil
	case numbers:
		return mixedHeader(path, r, f, names)
	}
	return textHeader(path, r, names)
}

// fewRows is a number of rows below which it is a matter of chance whether a text of the first line
// occurs again in its column.
const fewRows = 10

// cannotTell returns the error for a first line that may be a header or a row.
func cannotTell(path string) error {
	return &data.ContentError{File: path, Line: 1, Problem: "cannot tell whether the first line names the columns: " +
		"say header = true or false in a specification, or name the label's column (--label), if the first line has it"}
}

// textHeader says whether a first line of texts names the columns. It is a row if one of its texts
// occurs again in its column before any number. Otherwise it names the columns, if there is a
// number or the rows are not too few to tell. Repetitions of the whole line do not count.
func textHeader(path string, r *delimited, names []string) (bool, error) {
	number, again := false, false
	rows, err := r.sample(func(fields [][]byte) bool {
		if sameFields(fields, names) { // as in tables that were concatenated with their headers
			return true
		}
		for j, field := range fields {
			number, again = IsAnyNumber(field), string(field) == names[j] && names[j] != ""
			if number || again {
				return false
			}
		}
		return true
	})
	switch {
	case err != nil || again:
		return false, err
	case !number && rows > 0 && rows < fewRows:
		return false, cannotTell(path)
	}
	return true, nil
}

// mixedHeader says whether a first line of texts and numbers names the columns, such as
// length,2019,species or 0,1,2,species. It is a row if its numbers are not whole or not different,
// if the label is one of them, or if one of its texts occurs again in its column. Otherwise it
// names the columns if a text is above numbers only. Failing that, it is a row if there are few
// rows. With more rows it names the columns if its numbers count up, and cannot be decided if not.
// An empty field before numbers that count up, as in ,0,1,2, names the columns if the first column
// numbers the rows.
func mixedHeader(path string, r *delimited, f *catalogue.Format, names []string) (bool, error) {
	counted, ok := wholeNumbers(names)
	label := labelField(f, len(names))
	numbered := label >= 0 && IsAnyNumber([]byte(names[label]))
	index := counted && names[0] == "" && !slices.Contains(names[1:], "")
	if !ok || label < 0 || numbered && !index {
		return false, nil
	}
	numbers, texts := make([]int, len(names)), make([]int, len(names)) // in the rows below
	again := false
	var first []int // the whole numbers in the first column
	rows, err := r.sample(func(fields [][]byte) bool {
		if sameFields(fields, names) {
			return true
		}
		if n, err := strconv.Atoi(string(fields[0])); index && err == nil {
			first = append(first, n)
		}
		for j, field := range fields {
			switch {
			case IsAnyNumber(field):
				numbers[j]++
			case string(field) == names[j] && len(field) > 0:
				again = true
				return false
			case len(field) > 0 && !slices.Contains(f.MissingAs, string(field)):
				texts[j]++
			}
		}
		return true
	})
	if err != nil || again {
		return false, err
	}
	if above := index && len(first) == rows && counts(first); above || numbered {
		return above, nil
	}
	for j, name := range names {
		if name != "" && !IsAnyNumber([]byte(name)) && numbers[j] > 1 && texts[j] == 0 {
			return true, nil
		}
	}
	switch {
	case rows < fewRows:
		return false, nil
	case counted:
		return true, nil
	}
	return false, cannotTell(path)
}

// wholeNumbers says whether the numbers among names are whole and different, and whether they count
// up from 0 or 1.
func wholeNumbers(names []string) (count, ok bool) {
	var seen []int
	for _, name := range names {
		if !IsAnyNumber([]byte(name)) {
			continue
		}
		n, err := strconv.Atoi(name)
		if err != nil || slices.Contains(seen, n) {
			return false, false
		}
		seen = append(seen, n)
	}
	return counts(seen), true
}

// counts says whether several numbers count up from 0 or 1.
func counts(numbers []int) bool {
	for i, n := range numbers {
		if n != numbers[0]+i {
			return false
		}
	}
	return len(numbers) > 1 && (numbers[0] == 0 || numbers[0] == 1)
}

// labelField returns the place of the label among the fields of a table without names; -1 if it has
// none.
func labelField(f *catalogue.Format, fields int) int {
	which := cmp.Or(f.LabelNumber, f.Label, "last")
	if which == "last" {
		return fields - 1
	}
	if j, ok := ColumnNumber(which, fields); ok {
		return j
	}
	return -1
}

// ColumnNumber returns the place, from 0, of a column whose number is counted from 0 or, if
// negative, from the end. ok says whether there is such a column.
func ColumnNumber(text string, columns int) (j int, ok bool) {
	j, err := strconv.Atoi(text)
	if j < 0 {
		j += columns
	}
	return j, err == nil && j >= 0 && j < columns
}
