package logisticova

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"gpcbench/gp/inputs"
)

const (
	// apart is how many times as large as one column another may be, and farOff how many standard deviations a
	// column of dense rows may lie from 0, before the search sees them scaled. Data sets whose records are kept
	// have at most 9, and 0.6.
	apart  = 1000
	farOff = 100
)

// columns are the columns as the search sees them, (x_j - centre_j) / scale_j. With weights v_j of
// these, w_j = v_j / scale_j and |w|^2 = sum_j penalty_j v_j^2. The contribution of the centres
// goes to the intercept, which has no penalty.
type columns struct {
	mean, variance         []float64 // of what the search sees
	centre, scale, penalty []float64
}

// newColumns measures the columns of x. Where their sizes are too far apart, or they lie too far
// off, it scales x in place, and centres dense rows; centring would make sparse rows dense. The
// diagonal of the Hessian at p = 1/2 is the same for all of them then.
func newColumns(x inputs.Rows, c float64) *columns {
	n, dim := x.Dims()
	s := &columns{mean: make([]float64, dim), variance: make([]float64, dim), centre: make([]float64, dim), scale: make([]float64, dim), penalty: make([]float64, dim)}
	for j := range dim {
		s.scale[j], s.penalty[j] = 1, 1
	}
	dense, centres := x.(inputs.Dense)
	if centres {
		s.measure(dense)
	} else {
		s.measureSparse(x.(inputs.Sparse))
	}
	if !farApart(x) && !(centres && s.farOff()) {
		return s
	}
	for j, v := range s.variance {
		if !centres {
			v += s.mean[j] * s.mean[j]
		}
		s.scale[j] = math.Sqrt(v + 4/(c*float64(n)))
		s.penalty[j] = 1 / (s.scale[j] * s.scale[j])
		s.variance[j] *= s.penalty[j]
	}
	if centres {
		copy(s.centre, s.mean)
		clear(s.mean)
		for i := range n {
			row := dense.RawRowView(i)
			floats.Sub(row, s.centre)
			floats.Div(row, s.scale)
		}
		return s
	}
	floats.Div(s.mean, s.scale)
	sparse := x.(inputs.Sparse)
	for k, j := range sparse.Cols {
		sparse.Values[k] /= s.scale[j]
	}
	return s
}

// measure sets mean and variance of dense columns, about their first value, so that a constant column has variance 0.
func (s *columns) measure(x inputs.Dense) {
	n, _ := x.Dims()
	first := x.RawRowView(0)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			s.mean[j] += (v - first[j]) / float64(n)
		}
	}
	floats.Add(s.mean, first)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			s.variance[j] += (v - s.mean[j]) * (v - s.mean[j]) / float64(n)
		}
	}
}

// measureSparse sets mean and variance of sparse columns.
func (s *columns) measureSparse(x inputs.Sparse) {
	n := float64(x.Len())
	for k, j := range x.Cols {
		s.mean[j] += x.Values[k] / n
		s.variance[j] += x.Values[k] * x.Values[k] / n
	}
	for j, m := range s.mean {
		s.variance[j] = max(0, s.variance[j]-m*m)
	}
}

// farOff says whether a column that is not constant lies far from 0.
func (s *columns) farOff() bool {
	for j, v := range s.variance {
		if v > 0 && math.Abs(s.mean[j]) > farOff*math.Sqrt(v) {
			return true
		}
	}
	return false
}

// farApart says whether the root mean square of the values of a column that are not 0 is far above
// that of another: the number of zeros does not matter, so rare and frequent words are alike.
func farApart(x inputs.Rows) bool {
	_, dim := x.Dims()
	squares, count := make([]float64, dim), make([]float64, dim)
	add := func(j int, v float64) {
		if v != 0 {
			squares[j] += v * v
			count[j]++
		}
	}
	switch x := x.(type) {
	case inputs.Dense:
		n, _ := x.Dims()
		for i := range n {
			for j, v := range x.RawRowView(i) {
				add(j, v)
			}
		}
	case inputs.Sparse:
		for k, j := range x.Cols {
			add(int(j), x.Values[k])
		}
	}
	smallest, largest := math.Inf(1), 0.0
	for j, n := range count {
		if n > 0 {
			smallest, largest = min(smallest, squares[j]/n), max(largest, squares[j]/n)
		}
	}
	return largest > apart*apart*smallest
}

// back returns the weights of the columns as they are, and the intercept, for those of what the search sees.
func (s *columns) back(v []float64, intercept float64) ([]float64, float64) {
	w := make([]float64, len(v))
	floats.DivTo(w, v, s.scale)
	return w, intercept - floats.Dot(w, s.centre)
}
