package read

import "strconv"

// xc reads the text format of the extreme classification repository (Varma, The extreme
// classification repository, 2014): a line with N, D and K, then one line per row, with labels
// separated by commas and column:value pairs separated by blanks, both counted from 0. A row may
// have no label, in which case its line starts with a blank, and no value. Columns ascend; labels
// are in any order.
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
		if err != nil || v < 1 {
			return nil, x.fail("%.40q is not a number of rows, attributes or labels", x.fields[i])
		}
		if i > 0 && v > maxSets {
			return nil, x.fail("%.40q: there may be at most %d attributes, and as many labels", x.fields[i], maxSets)
		}
		*size = v
	}
	return nil, nil
}

func (x *xc) Next() (*Record, error) {
	if x.rows == x.n {
		for x.lines.next() {
			if len(trimBlanks(x.text)) > 0 {
				return nil, x.fail("there are more rows than the %d that the first line states", x.n)
			}
		}
		return nil, x.err()
	}
	if !x.lines.next() {
		if err := x.err(); err != nil {
			return nil, err
		}
		return nil, x.failAt(0, "there are %d rows, but the first line states %d: the file is cut off, or its first line is wrong", x.rows, x.n)
	}
	x.rows++
	r := &x.rec
	x.fields = appendBlankFields(x.fields[:0], x.text)
	return r, x.labelled(r, x.fields, 0, x.d, x.k)
}
