package data

import (
	"bytes"
	"io"
	"strconv"
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
const maxColumn = 1 << 24

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
		last := 0
		for _, f := range l.fields[1:] {
			i := bytes.IndexByte(f, ':')
			if i < 0 {
				return nil, l.fail("%q is not of the form column:value", f)
			}
			col, err := strconv.Atoi(string(f[:i]))
			if err != nil || col < 1 || col > maxColumn {
				return nil, l.fail("%q: columns are numbers from 1", f)
			}
			if col <= last {
				return nil, l.fail("column %d comes after column %d: columns must ascend", col, last)
			}
			last = col
			v, ok := parseNumber(f[i+1:])
			if !ok {
				return nil, l.fail("%q: the value is not a number", f)
			}
			r.cols = append(r.cols, col-1)
			r.values = append(r.values, v)
		}
		return r, nil
	}
	return nil, l.err()
}
