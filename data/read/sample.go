package read

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
)

// sampleRows is the number of rows examined to detect the format of a table.
const sampleRows = 200

// detectNumbers detects how a delimited table writes numbers from its first rows, unless f states
// it. Missing values, and columns that are not read as numbers, do not count.
func detectNumbers(path string, f *catalogue.Format) error {
	if err := checkUnits(path, f); err != nil {
		return err
	}
	if f.Decimal != "" || f.Thousands != "" {
		return checkNumbers(path, f)
	}
	l, err := openLines(path, "", path)
	if err != nil {
		return err
	}
	defer l.Close()
	r := newDelimited(l, f)
	names, err := r.Header()
	if err != nil {
		return err
	}
	var columns [][]string
	var aside []bool // columns that are not read as numbers
	_, err = r.sample(func(fields [][]byte) bool {
		if columns == nil {
			columns, aside = make([][]string, len(fields)), noNumbers(f, names, len(fields))
		}
		for j, field := range fields {
			for range 2 { // an amount and a currency: $1.2M
				if rest, _, signed := heuristics.CutSign(field, f.Units); signed {
					field = rest
				}
			}
			if len(field) > 0 && !aside[j] && !slices.Contains(f.MissingAs, string(field)) {
				columns[j] = append(columns[j], string(field))
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	found, unclear := findNumbers(columns, f.Separator == ",")
	if len(unclear) > 0 {
		return newUnclearError(path, names, columns, unclear)
	}
	f.Decimal, f.Thousands = found.Decimal, found.Thousands
	return nil
}

// UnclearError is the error of columns whose numbers have a sign that may be before decimals or
// between thousands.
type UnclearError struct {
	Names   []string // of all columns; nil if they have none
	Columns []int    // their places
	Value   string   // a value in one of them
	Sign    string   // the sign in that value
	err     error
}

// newUnclearError returns the error for unclear columns of a sample.
func newUnclearError(path string, names []string, columns [][]string, unclear []int) *UnclearError {
	first := columns[unclear[0]]
	value := first[max(0, slices.IndexFunc(first, func(text string) bool { return strings.ContainsAny(text, ",.' ") }))]
	sign := otherSign(value)
	return &UnclearError{Names: names, Columns: unclear, Value: value, Sign: sign, err: &data.ContentError{File: path, Problem: fmt.Sprintf(
		"values such as %q may have decimals or a thousands separator: say decimal = %q or thousands = %q, list the column as categorical, or write the values without the sign", value, sign, sign)}}
}

func (e *UnclearError) Error() string { return e.err.Error() }

// Unwrap returns the error as one of the content.
func (e *UnclearError) Unwrap() error { return e.err }

// sample calls see with the next rows, at most sampleRows, until it returns false, and returns the
// number of rows for which it returned true.
func (d *delimited) sample(see func(fields [][]byte) bool) (rows int, err error) {
	for ; rows < sampleRows; rows++ {
		rec, err := d.Next()
		if rec == nil || err != nil || !see(rec.Fields) {
			return rows, err
		}
	}
	return rows, nil
}

// noNumbers says for each column whether it is left out or categorical by request.
func noNumbers(f *catalogue.Format, names []string, columns int) []bool {
	aside := listed(slices.Concat(f.Categorical, f.Drop), names, columns)
	if len(f.Only) > 0 {
		for j, used := range listed(f.Only, names, columns) {
			aside[j] = aside[j] || !used
		}
	}
	return aside
}

// listed says for each column whether a list has its name or number.
func listed(list, names []string, columns int) []bool {
	out := numbered(list, names, columns)
	for j, name := range names {
		out[j] = out[j] || slices.Contains(list, name)
	}
	return out
}

// numbered says for each column whether a list has its number. An entry that is a column's name
// does not count as a number.
func numbered(list, names []string, columns int) []bool {
	out := make([]bool, columns)
	for _, which := range list {
		if j, ok := ColumnNumber(which, columns); ok && !slices.Contains(names, which) {
			out[j] = true
		}
	}
	return out
}

// NumberOf returns the number by which a specification can name column j: from 0 or, if that number
// is a column's name, from the end.
func NumberOf(j int, names []string) string {
	if number := strconv.Itoa(j); !slices.Contains(names, number) {
		return number
	}
	return strconv.Itoa(j - len(names))
}

// otherSign returns the character in a number that is neither a digit nor a plus or minus.
func otherSign(number string) string {
	for _, c := range number {
		if (c < '0' || c > '9') && c != '+' && c != '-' {
			return string(c)
		}
	}
	return ","
}

// checkUnits refuses texts that cannot be a unit.
func checkUnits(path string, f *catalogue.Format) error {
	for _, unit := range f.Units {
		if !heuristics.IsUnit(unit) {
			return data.KeyErrorf(path, "units", "units has %q: a unit is a text behind numbers, such as \"kg\", with letters and without digits", unit)
		}
	}
	return nil
}

// checkNumbers refuses signs that cannot occur in a number.
func checkNumbers(path string, f *catalogue.Format) error {
	switch {
	case f.Decimal != "" && f.Decimal != "." && f.Decimal != ",":
		return data.KeyErrorf(path, "decimal", "decimal = %q: it must be %q or %q", f.Decimal, ".", ",")
	case f.Thousands != "" && !slices.Contains([]string{",", ".", " ", "'"}, f.Thousands):
		return data.KeyErrorf(path, "thousands", "thousands = %q: it must be %q, %q, %q or a blank", f.Thousands, ",", ".", "'")
	case f.Thousands != "" && f.Thousands == cmp.Or(f.Decimal, "."):
		return data.KeyErrorf(path, "thousands", "thousands = %q is also the decimal sign: say decimal too, which is %q by default", f.Thousands, ".")
	}
	return nil
}

// IsAnyNumber says whether a field is a number in any of the styles, with or without the sign of
// its unit.
func IsAnyNumber(field []byte) bool {
	if rest, _, signed := heuristics.CutSign(field, nil); signed {
		field = rest
	}
	return anyStyle(field)
}
