package read

import (
	"bytes"
	"slices"
	"strconv"

	"gpcbench/data/heuristics"
)

// labelled reads LIBSVM's text format with any number of labels per row: labels separated by
// commas, counted from 0, then column:value for the columns that are not zero, in ascending order.
// Columns are counted from 1, or from 0 in new rows of an XC file without its first line. A row
// without labels starts with its first pair, with or without a blank before it. A # starts a
// comment, and blank lines are skipped. (The sets on LIBSVM's page of multi-label data have this
// form.)
type labelled struct {
	*lines
	base   int // number of the first column
	d, k   int // columns and labels, or bounds of their numbers
	fields [][]byte
	rec    Record
}

// maxSets bounds the numbers of columns and labels of multi-label files, for the same reason as
// maxColumn.
const maxSets = 1 << 22

func (l *labelled) Header() ([]string, error) { return nil, nil }

func (l *labelled) Next() (*Record, error) {
	for l.lines.next() {
		text := l.text
		if i := bytes.IndexByte(text, '#'); i >= 0 {
			text = text[:i]
		}
		l.fields = appendBlankFields(l.fields[:0], text)
		if len(l.fields) > 0 {
			return &l.rec, l.labelled(&l.rec, l.fields, l.base, l.d, l.k)
		}
	}
	return nil, l.err()
}

// labelled reads the fields of a line into a record: labels 0 to k-1, unless the first field is
// already a pair, and pairs of d columns counted from base.
func (l *lines) labelled(r *Record, fields [][]byte, base, d, k int) error {
	r.Line, r.Labels, r.Cols, r.Values = l.number, r.Labels[:0], r.Cols[:0], r.Values[:0]
	if len(fields) > 0 && bytes.IndexByte(fields[0], ':') < 0 {
		var err error
		if r.Labels, err = l.labels(r.Labels, fields[0], k); err != nil {
			return err
		}
		fields = fields[1:]
	}
	for _, field := range fields {
		col, value, err := l.pair(field, base, d)
		if err != nil {
			return err
		}
		if n := len(r.Cols); n > 0 && col <= r.Cols[n-1] {
			return l.fail("column %d comes after column %d: their numbers must ascend", col+base, r.Cols[n-1]+base)
		}
		if !Finite(value) {
			return l.fail("%.40q: the value is not finite", field)
		}
		if heuristics.Huge(value) {
			return l.fail("%.40q: the value %s; divide its column", field, heuristics.HugeIs)
		}
		r.Cols, r.Values = append(r.Cols, col), append(r.Values, value)
	}
	return nil
}

// labels appends the labels between commas in ascending order; each must be 0 to k-1 and occur
// once.
func (l *lines) labels(labels []int, field []byte, k int) ([]int, error) {
	for text := range bytes.SplitSeq(field, []byte{','}) {
		label, err := strconv.Atoi(string(text))
		if err != nil || label < 0 || label >= k {
			return nil, l.fail("%.40q is not a label from 0 to %d", text, k-1)
		}
		labels = append(labels, label)
	}
	if !slices.IsSorted(labels) {
		slices.Sort(labels)
	}
	for i, label := range labels[1:] {
		if label == labels[i] {
			return nil, l.fail("label %d is listed twice", label)
		}
	}
	return labels, nil
}
