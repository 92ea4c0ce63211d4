package read

import (
	"bytes"
	"slices"
	"strconv"
)

// Splits reads published splits from a file with one line per split: the numbers, from 1, of its
// training rows. All other rows are its test rows.
func Splits(path, name string, n int) ([][]int, error) {
	l, err := openLines(path, "", name)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	var splits [][]int
	for l.next() {
		var rows []int
		for _, field := range bytes.Fields(l.text) {
			row, err := strconv.Atoi(string(field))
			if err != nil || row < 1 || row > n {
				return nil, l.fail("%.40q is not a row number from 1 to %d", field, n)
			}
			rows = append(rows, row-1)
		}
		if len(rows) == 0 {
			continue
		}
		slices.Sort(rows)
		if distinct := slices.Compact(slices.Clone(rows)); len(distinct) < len(rows) || len(rows) == n {
			return nil, l.fail("a split must name each training row once and leave at least one row to test")
		}
		splits = append(splits, rows)
	}
	return splits, l.err()
}
