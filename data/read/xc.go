package read

import (
	"bytes"
	"strconv"
)

// xc reads the text format of the extreme classification repository (Varma,
// The extreme classification repository, 2014): a line with N, D and K, then a
// row a line, labels between commas and column:value pairs between blanks, both
// counted from 0. A row may have no label, its line then starting with a blank,
// and no value.
type xc struct {
	*lines
	n, d, k int
	rows    int
	fields  [][]byte
	rec     Record
}

func (x *xc) Header() ([]string, error) {
	if !x.lines.next() {
		if err := x.err(); err != nil {
			return nil, err
		}
		return nil, x.failAt(0, "the file is empty")
	}
	sizes := []*int{&x.n, &x.d, &x.k}
	x.fields = appendBlankFields(x.fields[:0], x.text)
	for i, size := range sizes {
		if len(x.fields) != len(sizes) {
			return nil, x.fail("expected the numbers of rows, attributes and labels")
		}
		v, err := strconv.Atoi(string(x.fields[i]))
		if err != nil || v < 1 || i > 0 && v > maxColumn {
			return nil, x.fail("%.40q is not a number of rows, attributes or labels", x.fields[i])
		}
		*size = v
	}
	return nil, nil
}

func (x *xc) Next() (*Record, error) {
	if x.rows == x.n {
		for x.lines.next() {
			if len(trimBlanks(x.text)) > 0 {
				return nil, x.fail("there are more than the %d rows of the first line", x.n)
			}
		}
		return nil, x.err()
	}
	if !x.lines.next() {
		if err := x.err(); err != nil {
			return nil, err
		}
		return nil, x.failAt(0, "there are %d rows, the first line says %d", x.rows, x.n)
	}
	x.rows++
	r := &x.rec
	r.Line, r.Labels, r.Cols, r.Values = x.number, r.Labels[:0], r.Cols[:0], r.Values[:0]
	x.fields = appendBlankFields(x.fields[:0], x.text)
	pairs := x.fields
	if len(pairs) > 0 && !isBlank(x.text[0]) && bytes.IndexByte(pairs[0], ':') < 0 {
		for field := range bytes.SplitSeq(pairs[0], []byte{','}) {
			label, err := strconv.Atoi(string(field))
			if err != nil || label < 0 || label >= x.k {
				return nil, x.fail("%.40q is not a label, 0 to %d", field, x.k-1)
			}
			if n := len(r.Labels); n > 0 && label <= r.Labels[n-1] {
				return nil, x.fail("label %d comes after label %d: labels must ascend", label, r.Labels[n-1])
			}
			r.Labels = append(r.Labels, label)
		}
		pairs = pairs[1:]
	}
	for _, pair := range pairs {
		col, value, err := x.pair(pair, 0, x.d)
		if err != nil {
			return nil, err
		}
		if n := len(r.Cols); n > 0 && col <= r.Cols[n-1] {
			return nil, x.fail("column %d comes after column %d: columns must ascend", col, r.Cols[n-1])
		}
		if !Finite(value) {
			return nil, x.fail("%.40q: the value is not finite", pair)
		}
		r.Cols, r.Values = append(r.Cols, col), append(r.Values, value)
	}
	return r, nil
}
