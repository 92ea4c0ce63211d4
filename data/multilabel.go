package data

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"gpcbench/data/catalogue"
)

// SparseMemory is a Table of sparse rows with any number of labels each, held
// in memory.
type SparseMemory struct {
	dim       int
	rows      []int // place in cols and values where each row starts, and the end
	cols      []int32
	values    []float64
	labelRows []int // place in labels where each row starts, and the end
	labels    []int32
}

// NewSparseMemory returns an empty table of d attributes.
func NewSparseMemory(d int) *SparseMemory {
	return &SparseMemory{dim: d, rows: []int{0}, labelRows: []int{0}}
}

// Append adds a row: its non-zero columns and labels, both ascending.
func (s *SparseMemory) Append(cols []int, values []float64, labels []int) {
	if len(cols) != len(values) {
		panic("data: Append: lengths of cols and values differ")
	}
	for i, c := range cols {
		if c < 0 || c >= s.dim || i > 0 && c <= cols[i-1] {
			panic("data: Append: columns")
		}
		s.cols = append(s.cols, int32(c))
	}
	s.values = append(s.values, values...)
	s.rows = append(s.rows, len(s.cols))
	for _, l := range labels {
		s.labels = append(s.labels, int32(l))
	}
	s.labelRows = append(s.labelRows, len(s.labels))
}

// Len returns N.
func (s *SparseMemory) Len() int { return len(s.rows) - 1 }

// Dim returns D.
func (s *SparseMemory) Dim() int { return s.dim }

// Rows copies rows idx into dst, zeros and all.
func (s *SparseMemory) Rows(dst []float64, idx []int) {
	if len(dst) != len(idx)*s.dim {
		panic("data: Rows: length of dst")
	}
	clear(dst)
	for i, row := range idx {
		for at := s.rows[row]; at < s.rows[row+1]; at++ {
			dst[i*s.dim+int(s.cols[at])] = s.values[at]
		}
	}
}

// Classes leaves dst unchanged.
func (s *SparseMemory) Classes([]int, []int) {}

// LabelSet appends the labels of a row to dst.
func (s *SparseMemory) LabelSet(dst []int, row int) []int {
	for _, l := range s.labels[s.labelRows[row]:s.labelRows[row+1]] {
		dst = append(dst, int(l))
	}
	return dst
}

// SparseRow appends the non-zero columns and values of a row.
func (s *SparseMemory) SparseRow(cols []int, vals []float64, row int) ([]int, []float64) {
	from, to := s.rows[row], s.rows[row+1]
	for _, c := range s.cols[from:to] {
		cols = append(cols, int(c))
	}
	return cols, append(vals, s.values[from:to]...)
}

// xc reads the text format of the extreme classification repository (Varma,
// The extreme classification repository, 2014): a line with N, D and K, then a
// row a line, labels between commas and column:value pairs between blanks, both
// counted from 0. A row may have no label, its line then starting with a blank,
// and no value.
type xc struct {
	*lines
	file    io.Closer
	n, d, k int
	rows    int
	fields  [][]byte
	rec     record
}

func (x *xc) close() error { return x.file.Close() }

func (x *xc) header() ([]string, error) {
	if !x.lines.next() {
		if err := x.err(); err != nil {
			return nil, err
		}
		return nil, &ContentError{File: x.lines.file, Problem: "the file is empty"}
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

func (x *xc) next() (*record, error) {
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
		return nil, &ContentError{File: x.lines.file, Problem: fmt.Sprintf("there are %d rows, the first line says %d", x.rows, x.n)}
	}
	x.rows++
	r := &x.rec
	r.line, r.labels, r.cols, r.values = x.number, r.labels[:0], r.cols[:0], r.values[:0]
	x.fields = appendBlankFields(x.fields[:0], x.text)
	pairs := x.fields
	if len(pairs) > 0 && !isBlank(x.text[0]) && bytes.IndexByte(pairs[0], ':') < 0 {
		for field := range bytes.SplitSeq(pairs[0], []byte{','}) {
			label, err := strconv.Atoi(string(field))
			if err != nil || label < 0 || label >= x.k {
				return nil, x.fail("%.40q is not a label, 0 to %d", field, x.k-1)
			}
			if n := len(r.labels); n > 0 && label <= r.labels[n-1] {
				return nil, x.fail("label %d comes after label %d: labels must ascend", label, r.labels[n-1])
			}
			r.labels = append(r.labels, label)
		}
		pairs = pairs[1:]
	}
	for _, pair := range pairs {
		col, value, err := x.pair(pair, 0, x.d)
		if err != nil {
			return nil, err
		}
		if n := len(r.cols); n > 0 && col <= r.cols[n-1] {
			return nil, x.fail("column %d comes after column %d: columns must ascend", col, r.cols[n-1])
		}
		if !finite(value) {
			return nil, x.fail("%.40q: the value is not finite", pair)
		}
		r.cols, r.values = append(r.cols, col), append(r.values, value)
	}
	return r, nil
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
	value, ok := parseNumber(text[i+1:])
	if !ok {
		return 0, 0, l.fail("%.40q: the value is not a number", text)
	}
	return col - base, value, nil
}

// multilabelARFF reads an ARFF file whose last attributes, as many as there
// are labels, are 1 where a row has the label and 0 where it has not
// (Tsoumakas, Katakis & Vlahavas, Mulan, 2011). All others must be numbers.
type multilabelARFF struct {
	*arff
	k   int
	out record
}

func (m *multilabelARFF) next() (*record, error) {
	rec, err := m.arff.next()
	if rec == nil || err != nil {
		return nil, err
	}
	d := len(rec.fields) - m.k
	if m.k < 1 || d < 1 {
		return nil, m.fail("%d attributes cannot hold %d labels", len(rec.fields), m.k)
	}
	r := &m.out
	r.line, r.labels, r.cols, r.values = rec.line, r.labels[:0], r.cols[:0], r.values[:0]
	for j, field := range rec.fields {
		v, ok := parseNumber(field)
		switch {
		case !ok || !finite(v) || j >= d && v != 0 && v != 1:
			return nil, m.fail("attribute %d: %.40q does not belong in a multi-label table of numbers", j, field)
		case v == 0:
		case j >= d:
			r.labels = append(r.labels, j-d)
		default:
			r.cols, r.values = append(r.cols, j), append(r.values, v)
		}
	}
	return r, nil
}

// loadMultilabel reads a multi-label set into memory, sparse.
func loadMultilabel(ds *Dataset, e catalogue.Entry, files func(folder, name string) (string, error)) error {
	s, err := catalogueSource(e, files)
	if err != nil {
		return err
	}
	var t *SparseMemory
	var ends []int
	k := e.Labels
	for _, p := range s.parts {
		file, err := openFile(p.path, p.member)
		if err != nil {
			return err
		}
		defer file.Close()
		l := newLines(file, p.file)
		var r reader
		x := &xc{lines: l, file: file}
		switch e.Format.Kind {
		case "xc":
			r = x
		case "arff":
			r = &multilabelARFF{arff: &arff{lines: l, file: file}, k: e.Labels}
		default:
			return requestError(e.Name, "multi-label sets are read from xc and arff files, not from %q", e.Format.Kind)
		}
		names, err := r.header()
		if err != nil {
			return err
		}
		d := x.d
		if names != nil {
			d = len(names) - e.Labels
			ds.Attributes, ds.ClassNames = names[:max(d, 0)], names[max(d, 0):]
		} else {
			k = x.k
		}
		if t == nil {
			t = NewSparseMemory(d)
		}
		if t.dim != d {
			return &ContentError{File: p.file, Problem: fmt.Sprintf("there are %d attributes, the first file has %d", d, t.dim)}
		}
		for {
			rec, err := r.next()
			if err != nil {
				return err
			}
			if rec == nil {
				break
			}
			t.Append(rec.cols, rec.values, rec.labels)
		}
		ends = append(ends, t.Len())
	}
	if t.Len() == 0 {
		return &ContentError{File: e.Name, Problem: "there are no rows"}
	}
	ds.Table = t
	if ds.ClassNames == nil {
		ds.Attributes = attributeNames(t.dim)
		for i := range k {
			ds.ClassNames = append(ds.ClassNames, strconv.Itoa(i))
		}
	}
	if e.Format.Published == "parts" && len(ends) == 2 {
		ds.Splits = []Split{{Train: Range{0, ends[0]}, Test: Range{ends[0], ends[1]}}}
	}
	ds.Digest, err = s.digest(fileSum)
	return err
}
