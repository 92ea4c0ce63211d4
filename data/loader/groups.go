package loader

import (
	"cmp"
	"math"
	"slices"

	"gpcbench/data/convert"
	"gpcbench/data/looks"
	"gpcbench/data/read"
)

// groups numbers the values of the column that a split goes by, in ascending order: as
// numbers if all are, else by bytes. Values of time are numbers or dates.
func groups(s *convert.Source, time bool) ([]int, error) {
	values, rows, err := s.SplitValues()
	if err != nil {
		return nil, err
	}
	numbers := !slices.ContainsFunc(values, func(v convert.SplitValue) bool { return !isNumber(v) })
	if numbers {
		err = checkFinite(values)
	} else if time {
		err = checkDates(values)
	}
	if err != nil {
		return nil, err
	}
	number := numbered(values, numbers)
	out := make([]int, len(rows))
	for i, at := range rows {
		out[i] = number[at]
	}
	return out, nil
}

// numbered returns the number of each value in ascending order, from 0. Equal numbers have the
// same.
func numbered(values []convert.SplitValue, numbers bool) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if numbers {
			va, _ := read.ParseNumber([]byte(values[a].Text))
			vb, _ := read.ParseNumber([]byte(values[b].Text))
			return cmp.Compare(va, vb)
		}
		return cmp.Compare(values[a].Text, values[b].Text)
	})
	number := make([]int, len(values))
	next := 0
	for i, at := range order {
		if i > 0 && (!numbers || read.CanonicalNumber(values[at].Text) != read.CanonicalNumber(values[order[i-1]].Text)) {
			next++
		}
		number[at] = next
	}
	return number
}

func isNumber(v convert.SplitValue) bool {
	_, number := read.ParseNumber([]byte(v.Text))
	return number
}

// checkFinite refuses an infinite number: rows that have one need not belong together.
func checkFinite(values []convert.SplitValue) error {
	for _, v := range values {
		if number, _ := read.ParseNumber([]byte(v.Text)); math.IsInf(number, 0) {
			return v.Wrong("the value %q is beyond all numbers, and the split goes by it: correct it, or list it in missing_values and say missing = \"drop-row\"", v.Text)
		}
	}
	return nil
}

// checkDates refuses what is no date, in a column of time that are not all numbers.
func checkDates(values []convert.SplitValue) error {
	isDate := func(v convert.SplitValue) bool { return looks.ISODate(v.Text) }
	if i := slices.IndexFunc(values, func(v convert.SplitValue) bool { return !isDate(v) && !isNumber(v) }); i >= 0 {
		return values[i].Wrong("the split is in the order of time, and %q is neither a number nor a date that there is, such as 2024-01-31 or 2024-01-31T12:30: correct it, or list it in missing_values and say missing = \"drop-row\"", values[i].Text)
	}
	if i := slices.IndexFunc(values, isNumber); i >= 0 {
		return values[i].Wrong("the split is in the order of time, and %q is a number where other values are dates: write all in one way", values[i].Text)
	}
	return nil
}
