package read

import (
	"bytes"
	"strconv"
)

// libsvm reads LIBSVM's text format: a label, then column:value for the
// columns that are not zero, counted from 1, ascending. What follows a # is a
// comment. (Chang & Lin, LIBSVM: a library for support vector machines, 2011.)
type libsvm struct {
	*lines
	fields [][]byte
	rec    Record
}

func (l *libsvm) Header() ([]string, error) { return nil, nil }

// maxColumn bounds the column numbers that are taken for true; a larger one is
// a damaged file, and would ask for memory without end.
const maxColumn = 1 << 20

func (l *libsvm) Next() (*Record, error) {
	for l.lines.next() {
		text := l.text
		if i := bytes.IndexByte(text, '#'); i >= 0 {
			text = text[:i]
		}
		l.fields = appendBlankFields(l.fields[:0], text)
		if len(l.fields) == 0 {
			continue
		}
		r := &l.rec
		r.Line, r.Label = l.number, l.fields[0]
		r.Cols, r.Values = r.Cols[:0], r.Values[:0]
		if bytes.IndexByte(r.Label, ':') >= 0 {
			return nil, l.fail("the row has no label: it starts with %q", r.Label)
		}
		for _, f := range l.fields[1:] {
			col, v, err := l.pair(f, 1, maxColumn)
			if err != nil {
				return nil, err
			}
			if n := len(r.Cols); n > 0 && col <= r.Cols[n-1] {
				return nil, l.fail("column %d comes after column %d: columns must ascend", col+1, r.Cols[n-1]+1)
			}
			r.Cols = append(r.Cols, col)
			r.Values = append(r.Values, v)
		}
		return r, nil
	}
	return nil, l.err()
}

// pair reads column:value, columns counted from base, below base+d, and
// returns the column counted from 0.
func (l *lines) pair(text []byte, base, d int) (col int, value float64, err error) {
	i := bytes.IndexByte(text, ':')
	if i < 0 {
		return 0, 0, l.fail("%.40q is not of the form column:value", text)
	}
	col, err = strconv.Atoi(string(text[:i]))
	if err != nil || col < base || col-base >= d {
		return 0, 0, l.fail("%.40q: columns are numbers from %d to %d", text, base, base+d-1)
	}
	value, ok := ParseNumber(text[i+1:])
	if !ok {
		return 0, 0, l.fail("%.40q: the value is not a number", text)
	}
	return col - base, value, nil
}
