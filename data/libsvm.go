package data

import (
	"bytes"
	"io"
)

// libsvm reads LIBSVM's text format: a label, then column:value for the
// columns that are not zero, counted from 1, ascending. What follows a # is a
// comment. (Chang & Lin, LIBSVM: a library for support vector machines, 2011.)
type libsvm struct {
	*lines
	file   io.Closer
	fields [][]byte
	rec    record
}

func (l *libsvm) close() error { return l.file.Close() }

func (l *libsvm) header() ([]string, error) { return nil, nil }

// maxColumn bounds the column numbers that are taken for true; a larger one is
// a damaged file, and would ask for memory without end.
const maxColumn = 1 << 20

func (l *libsvm) next() (*record, error) {
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
		r.line, r.label = l.number, l.fields[0]
		r.cols, r.values = r.cols[:0], r.values[:0]
		if bytes.IndexByte(r.label, ':') >= 0 {
			return nil, l.fail("the row has no label: it starts with %q", r.label)
		}
		for _, f := range l.fields[1:] {
			col, v, err := l.pair(f, 1, maxColumn)
			if err != nil {
				return nil, err
			}
			if n := len(r.cols); n > 0 && col <= r.cols[n-1] {
				return nil, l.fail("column %d comes after column %d: columns must ascend", col+1, r.cols[n-1]+1)
			}
			r.cols = append(r.cols, col)
			r.values = append(r.values, v)
		}
		return r, nil
	}
	return nil, l.err()
}
