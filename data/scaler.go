package data

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Scaler maps a row x to (x - Mean) / SD, element by element. A column that was constant over the
// rows the scaler was fitted on becomes 0. If a few rows are so far out that all others would
// become one value, Mean and SD are those of the others: see FitScaler.
type Scaler struct {
	Mean []float64
	SD   []float64 // divisor N; 0 if the column is constant
}

const (
	// farOut is the largest ratio of a column's standard deviation to the one that its quartiles
	// imply.
	farOut = 10000
	// quartileRows and quartileInputs are the largest numbers of rows and inputs from which
	// quartiles are computed.
	quartileRows, quartileInputs = 1000, 1 << 22
	// quartilesApart is the distance of the quartiles of a normal distribution, in standard deviations.
	quartilesApart = 1.3489795003921634
)

// Overflown returns the first column whose mean or standard deviation overflows, -1 if there is
// none.
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

// FitScaler returns the mean and divisor-N standard deviation of the columns of t over the rows of
// index, which must have at least one. It reads the rows twice, in blocks, and sums in their order,
// first for the mean and then for the squares about it; memory does not grow with their number.
//
// A column gets its median and the distance of its quartiles over 1.35 instead, if its standard
// deviation is more than 10,000 times that distance, which equals the standard deviation of a
// normal distribution. A row at 1e9 then does not merge the others. Quartiles are those of at most
// 1000 rows at equal steps; a column where they coincide keeps its standard deviation.
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
	s.keepApart(t, index)
	return s
}

// keepApart sets the columns where a few rows are far out.
func (s *Scaler) keepApart(t Table, index Index) {
	n, d := index.Len(), len(s.SD)
	rows := min(n, quartileRows, max(4, quartileInputs/max(d, 1)))
	if rows < 4 {
		return
	}
	var some Rows
	for i := range rows {
		some = append(some, index.At(i*n/rows))
	}
	columns, at := make([]float64, d*rows), 0
	eachRow(t, some, func(row []float64) {
		for j, v := range row {
			columns[j*rows+at] = v
		}
		at++
	})
	for j, sd := range s.SD {
		c := columns[j*rows:][:rows]
		slices.Sort(c)
		if apart := (c[rows-1-rows/4] - c[rows/4]) / quartilesApart; apart > 0 && sd > farOut*apart {
			s.Mean[j], s.SD[j] = 0.5*(c[(rows-1)/2]+c[rows/2]), apart
		}
	}
}

// blockInputs bounds the inputs, 8 MiB, that eachRow holds at a time.
const blockInputs = 1 << 20

// eachRow calls f with every row of index, in order.
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
