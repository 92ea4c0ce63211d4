package read

import (
	"bytes"
	"strconv"

	"gpcbench/data/catalogue"
)

// libsvm reads LIBSVM's text format: a label, then column:value for the columns that are not zero,
// in ascending order. Columns are counted from 1, or from 0 in files of scikit-learn. A # starts a
// comment. (Chang & Lin, LIBSVM: a library for support vector machines, 2011.)
type libsvm struct {
	*lines
	base   int // number of the first column
	fields [][]byte
	rec    Record
}

func (l *libsvm) Header() ([]string, error) { return nil, nil }

// maxColumn bounds column numbers; a larger one means a damaged file, and would take too much
// memory.
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
		pairs := l.fields
		r.Line, r.Label = l.number, nil
		if bytes.IndexByte(pairs[0], ':') < 0 {
			r.Label, pairs = pairs[0], pairs[1:]
		} else if !l.bare {
			return nil, l.fail("the row starts with %q and has no label; if rows may have any number of labels, say task = \"multilabel\"", pairs[0])
		}
		if bytes.IndexByte(r.Label, ',') >= 0 && labelList(r.Label) && !l.bare {
			return nil, l.fail("%v", ErrSeveralLabels)
		}
		if r.Cols == nil {
			r.Cols = []int{} // a row of zeros is also a row
		}
		r.Cols, r.Values = r.Cols[:0], r.Values[:0]
		for _, f := range pairs {
			if bytes.HasPrefix(f, []byte("qid:")) {
				return nil, l.fail("%.40q: this file is for a ranking task; remove the qid fields if the labels are classes", f)
			}
			col, v, err := l.pair(f, l.base, maxColumn)
			if err != nil {
				return nil, err
			}
			if n := len(r.Cols); n > 0 && col <= r.Cols[n-1] {
				return nil, l.fail("column %d comes after column %d: their numbers must ascend", col+l.base, r.Cols[n-1]+l.base)
			}
			r.Cols = append(r.Cols, col)
			r.Values = append(r.Values, v)
		}
		return r, nil
	}
	return nil, l.err()
}

// zeroBased says whether a LIBSVM file counts its columns from 0: some row has a column 0, which
// comes first after the label, if there is one.
func zeroBased(path string) (bool, error) {
	l, err := openLines(path, "", path)
	if err != nil {
		return false, err
	}
	defer l.Close()
	for l.next() {
		row := trimBlanks(l.text)
		_, rest := cutWord(row)
		if bytes.HasPrefix(row, []byte("0:")) || bytes.HasPrefix(rest, []byte("0:")) {
			return true, nil
		}
	}
	return false, l.err()
}

// firstColumn is the number of the first column.
func firstColumn(f *catalogue.Format) int {
	if f.ZeroBased {
		return 0
	}
	return 1
}

// pair reads column:value, columns counted from base, below base+d, and
// returns the column counted from 0.
func (l *lines) pair(text []byte, base, d int) (col int, value float64, err error) {
	i := bytes.IndexByte(text, ':')
	if i < 0 {
		return 0, 0, l.fail("%.40q does not have the form column:value", text)
	}
	col, err = strconv.Atoi(string(text[:i]))
	if err != nil || col < base || col-base >= d {
		return 0, 0, l.fail("%.40q: a column is a number from %d to %d", text, base, base+d-1)
	}
	value, ok := ParseNumber(text[i+1:])
	if !ok {
		return 0, 0, l.fail("%.40q: the value is not a number", text)
	}
	return col - base, value, nil
}
