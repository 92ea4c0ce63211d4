package data

import (
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// All is the Index of rows 0..All-1.
type All int

// Len returns n.
func (a All) Len() int { return int(a) }

// At returns j.
func (a All) At(j int) int { return j }

// Rows is an Index that lists its rows.
type Rows []int

// Len returns the number of rows.
func (r Rows) Len() int { return len(r) }

// At returns the j-th row.
func (r Rows) At(j int) int { return r[j] }

// Scaler maps a row x to (x - Mean) / SD, element by element. A column that
// was constant over the rows the scaler was fitted on becomes 0.
type Scaler struct {
	Mean []float64
	SD   []float64 // divisor N; 0 where the column is constant
}

// Overflown returns the first column whose mean or standard deviation is too
// large for a number, -1 if there is none.
func (s *Scaler) Overflown() int {
	return slices.IndexFunc(s.SD, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// Apply scales the rows of x in place.
func (s *Scaler) Apply(x *mat.Dense) {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			if s.SD[j] == 0 {
				row[j] = 0
				continue
			}
			row[j] = (row[j] - s.Mean[j]) / s.SD[j]
		}
	}
}

// Examples are the rows of a table that an index names, scaled if scaler is
// not nil. They are numbered from 0 by position in the index.
type Examples struct {
	table  Table
	index  Index
	scaler *Scaler
}

// NewExamples returns the rows of t that index names.
func NewExamples(t Table, index Index, scaler *Scaler) *Examples {
	return &Examples{table: t, index: index, scaler: scaler}
}

// Len returns the number of examples.
func (e *Examples) Len() int { return e.index.Len() }

// Dim returns D.
func (e *Examples) Dim() int { return e.table.Dim() }

// Table returns the table behind the examples, unscaled.
func (e *Examples) Table() Table { return e.table }

// Row returns the table's row number of example i.
func (e *Examples) Row(i int) int { return e.index.At(i) }

// Scaler returns the scaler, nil if rows are as they stand in the table.
func (e *Examples) Scaler() *Scaler { return e.scaler }

// Subset returns the examples at the given positions.
func (e *Examples) Subset(pos []int) *Examples {
	rows := make(Rows, len(pos))
	for i, p := range pos {
		rows[i] = e.index.At(p)
	}
	return &Examples{table: e.table, index: rows, scaler: e.scaler}
}

// Read copies the inputs and classes of the examples at positions pos, scaled.
// x is len(pos) x D, without gaps between its rows, and y has length len(pos);
// either may be nil. Cost O(len(pos) D).
func (e *Examples) Read(x *mat.Dense, y []int, pos []int) {
	rows := make([]int, len(pos))
	for i, p := range pos {
		rows[i] = e.index.At(p)
	}
	if x != nil {
		n, d := x.Dims()
		if n != len(pos) || d != e.Dim() {
			panic("data: Read: shape of x")
		}
		raw := x.RawMatrix()
		if raw.Stride != d {
			panic("data: Read: x must be contiguous")
		}
		e.table.Rows(raw.Data, rows)
		if e.scaler != nil {
			e.scaler.Apply(x)
		}
	}
	if y != nil {
		if len(y) != len(pos) {
			panic("data: Read: length of y")
		}
		e.table.Classes(y, rows)
	}
}

// Classes yields the class of every example, in their order. They are read in
// blocks, so that memory does not grow with N.
func (e *Examples) Classes() iter.Seq[int] {
	return func(yield func(int) bool) {
		const block = 4096
		n := e.Len()
		pos, class := make([]int, 0, block), make([]int, block)
		for from := 0; from < n; from += block {
			pos = pos[:0]
			for i := from; i < min(from+block, n); i++ {
				pos = append(pos, i)
			}
			e.Read(nil, class[:len(pos)], pos)
			for _, c := range class[:len(pos)] {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// ReadAll returns all inputs, N x D, and classes, length N. It is for tables
// that fit in memory.
func (e *Examples) ReadAll() (*mat.Dense, []int) {
	n := e.Len()
	pos := make([]int, n)
	for i := range pos {
		pos[i] = i
	}
	x := mat.NewDense(n, e.Dim(), nil)
	y := make([]int, n)
	e.Read(x, y, pos)
	return x, y
}

// FitScaler returns the mean and divisor-N standard deviation of the columns
// of t over the rows that index names, of which there must be one. It reads them
// twice, in blocks, and adds up in their order, first for the mean and then for
// the squares about it; memory does not grow with their number.
func FitScaler(t Table, index Index) *Scaler {
	n, d := index.Len(), t.Dim()
	if n == 0 {
		panic("data: FitScaler: no rows")
	}
	s := &Scaler{Mean: make([]float64, d), SD: make([]float64, d)}
	eachRow(t, index, func(row []float64) {
		for j, v := range row {
			s.Mean[j] += v
		}
	})
	for j := range s.Mean {
		s.Mean[j] /= float64(n)
	}
	constant := make([]bool, d)
	first := make([]float64, d)
	t.Rows(first, []int{index.At(0)})
	for j := range constant {
		constant[j] = true
	}
	eachRow(t, index, func(row []float64) {
		for j, v := range row {
			s.SD[j] += (v - s.Mean[j]) * (v - s.Mean[j])
			constant[j] = constant[j] && v == first[j]
		}
	})
	for j := range s.SD {
		s.SD[j] = math.Sqrt(s.SD[j] / float64(n))
		if constant[j] {
			s.SD[j] = 0
		}
	}
	return s
}

// blockInputs bounds the inputs that eachRow holds at a time, 8 MiB of them.
const blockInputs = 1 << 20

// eachRow calls f with every row that index names, in order.
func eachRow(t Table, index Index, f func(row []float64)) {
	d := t.Dim()
	block := min(1024, max(1, blockInputs/max(d, 1)))
	buf := make([]float64, block*d)
	rows := make([]int, 0, block)
	n := index.Len()
	for from := 0; from < n; from += block {
		rows = rows[:0]
		for j := from; j < min(from+block, n); j++ {
			rows = append(rows, index.At(j))
		}
		t.Rows(buf[:len(rows)*d], rows)
		for i := range rows {
			f(buf[i*d : (i+1)*d])
		}
	}
}
