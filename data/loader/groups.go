package loader

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"gpcbench/data/convert"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
)

// groups are the rows of a table grouped by the column that a split uses.
type groups struct {
	numbers   []int  // the number of each row's value, in ascending order of values
	reordered bool   // the order of dates is not that of their bytes
	twins     string // a message if two values of groups are one number; "" otherwise
}

// groupsOf numbers the values of the column that a split uses, in ascending order: as numbers if
// all are numbers, as times if the split is in the order of time, otherwise by bytes. Values of
// time are numbers or dates. Groups are the texts as written: two texts of one number are two
// groups.
func groupsOf(s *convert.Source, inTime bool) (g groups, err error) {
	values, rows, err := s.SplitValues()
	if err != nil {
		return g, err
	}
	byBytes := func(a, b int) int { return cmp.Compare(values[a].Text, values[b].Text) }
	compare := byBytes
	switch {
	case !slices.ContainsFunc(values, func(v convert.SplitValue) bool { return !isNumber(v) }):
		compare, err = byNumber(values)
		if err == nil && !inTime {
			g.twins = twins(values, numbered(len(values), compare))
			number := compare
			compare = func(a, b int) int { return cmp.Or(number(a, b), byBytes(a, b)) }
		}
	case inTime:
		if compare, err = byTime(values); err == nil {
			g.reordered = !slices.Equal(numbered(len(values), compare), numbered(len(values), byBytes))
		}
	}
	if err != nil {
		return g, err
	}
	number := numbered(len(values), compare)
	g.numbers = make([]int, len(rows))
	for i, at := range rows {
		g.numbers[i] = number[at]
	}
	return g, nil
}

// twins returns a message about two values with the same number, "" if there are none.
func twins(values []convert.SplitValue, number []int) string {
	first := map[int]int{}
	for i, n := range number {
		if other, known := first[n]; known {
			return fmt.Sprintf("the values %q and %q of column %s, by which rows are split, are the same number but two groups", values[other].Text, values[i].Text, values[i].Column)
		}
		first[n] = i
	}
	return ""
}

// numbered returns the number of each of n values in ascending order, from 0. Equal values have the
// same number.
func numbered(n int, compare func(a, b int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, compare)
	number := make([]int, n)
	next := 0
	for i, at := range order {
		if i > 0 && compare(order[i-1], at) != 0 {
			next++
		}
		number[at] = next
	}
	return number
}

// byNumber compares values as numbers, which must be finite. Long IDs that are equal as float64 are
// also compared by their digits.
func byNumber(values []convert.SplitValue) (func(a, b int) int, error) {
	if err := checkFinite(values); err != nil {
		return nil, err
	}
	number, digits := make([]float64, len(values)), make([]string, len(values))
	for i, v := range values {
		number[i], _ = read.ParseNumber([]byte(v.Text))
		if math.Abs(number[i]) >= 1<<53 {
			digits[i] = v.Text
		}
	}
	return func(a, b int) int {
		return cmp.Or(cmp.Compare(number[a], number[b]), cmp.Compare(digits[a], digits[b]))
	}, nil
}

// byTime compares values as times; all must be dates.
func byTime(values []convert.SplitValue) (func(a, b int) int, error) {
	if err := checkDates(values); err != nil {
		return nil, err
	}
	at := make([]time.Time, len(values))
	for i, v := range values {
		at[i], _ = heuristics.ISOTime(v.Text)
	}
	return func(a, b int) int { return at[a].Compare(at[b]) }, nil
}

func isNumber(v convert.SplitValue) bool {
	_, number := read.ParseNumber([]byte(v.Text))
	return number
}

// checkFinite refuses infinite numbers: rows with one need not belong together.
func checkFinite(values []convert.SplitValue) error {
	for _, v := range values {
		if number, _ := read.ParseNumber([]byte(v.Text)); math.IsInf(number, 0) {
			return v.Wrong("the value %q is beyond the range of a float64, but rows are split by this column: correct it, or list it in missing_values and say missing = \"drop-row\"", v.Text)
		}
	}
	return nil
}

// checkDates refuses a value that is not a date, in a column of time whose values are not all
// numbers.
func checkDates(values []convert.SplitValue) error {
	isDate := func(v convert.SplitValue) bool {
		_, date := heuristics.ISOTime(v.Text)
		return date
	}
	if i := slices.IndexFunc(values, func(v convert.SplitValue) bool { return !isDate(v) && !isNumber(v) }); i >= 0 {
		return values[i].Wrong("rows are split in the order of time, but %q is neither a number nor an existing date, such as 2024-01-31 or 2024-01-31T12:30: "+
			"correct it, or list it in missing_values and say missing = \"drop-row\"", values[i].Text)
	}
	if i := slices.IndexFunc(values, isNumber); i >= 0 {
		return values[i].Wrong("rows are split in the order of time, but %q is a number and other values are dates: write all in one way", values[i].Text)
	}
	return nil
}
