package engine

import "unsafe"

// A view is a matrix in a slice: element (i, j) is data[origin + i*row + j*col].
// Strides may be negative, so that transposed and upside-down matrices are views too.
type view struct {
	data             []float64
	origin, row, col int
}

// rowMajor is the matrix with rows of stride ld, transposed if trans.
func rowMajor(data []float64, ld int, trans bool) view {
	if trans {
		return view{data: data, row: 1, col: ld}
	}
	return view{data: data, row: ld, col: 1}
}

// from is the part of v that starts at (i, j).
func (v view) from(i, j int) view {
	v.origin += i*v.row + j*v.col
	return v
}

func (v view) at(i, j int) *float64 { return &v.data[v.origin+i*v.row+j*v.col] }

func (v view) pointer(i, j int) unsafe.Pointer { return unsafe.Pointer(v.at(i, j)) }

func (v view) transposed() view {
	v.row, v.col = v.col, v.row
	return v
}

// backwards is the m x n matrix with its rows in reverse order, and if both its
// columns too.
func (v view) backwards(m, n int, both bool) view {
	v.origin += (m - 1) * v.row
	v.row = -v.row
	if both {
		v.origin += (n - 1) * v.col
		v.col = -v.col
	}
	return v
}

// rowSlice is columns [from, to) of row i; the columns must be contiguous.
func (v view) rowSlice(i, from, to int) []float64 {
	o := v.origin + i*v.row
	return v.data[o+from : o+to]
}
