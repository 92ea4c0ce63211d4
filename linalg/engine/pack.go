package engine

import (
	"sync"
	"unsafe"
)

// A workspace holds the buffers of one goroutine at work.
type workspace struct {
	task       tile
	a, b, x, y []float64
	u, v, t    [chunk]float64                    // of elementwise functions
	edge       [maxRows * maxVectors * 8]float64 // a tile of C
	block      [maxRows * maxRows]float64        // a diagonal block
	inverse    [maxRows]float64                  // of the pivots
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

func grow(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	return s[:n]
}

// copyInto copies the m x n matrix src to dst, row i at dst[i*ld:].
func (e *kernels) copyInto(dst []float64, ld int, src view, m, n int) {
	if n == 1 {
		for i, at := 0, src.origin; i < m; i, at = i+1, at+src.row {
			dst[i*ld] = src.data[at]
		}
		return
	}
	if src.col == 1 {
		for i := range m {
			to, from := dst[i*ld:i*ld+n], src.rowSlice(i, 0, n)
			switch n { // without a call
			case 4:
				*(*[4]float64)(to) = *(*[4]float64)(from)
			case 8:
				*(*[8]float64)(to) = *(*[8]float64)(from)
			default:
				copy(to, from)
			}
		}
		return
	}
	e.transposeInto(view{data: dst, row: ld, col: 1}, src, m, n)
}

// transposeInto copies the m x n matrix src, whose columns are contiguous up to
// their direction, to dst, whose rows are. The last four rows and columns are copied once more
// where m or n is no multiple of four: that is faster than one number at a time.
func (e *kernels) transposeInto(dst, src view, m, n int) {
	if src.row == 1 && dst.col == 1 && m >= 4 && n >= 4 {
		dst.at(m-1, n-1) // in bounds, as all the others then are
		src.at(m-1, n-1)
		for from := 0; from < n; from += 4 {
			j := min(from, n-4)
			e.transpose(m&^3, src.at(0, j), src.col*8, dst.at(0, j), dst.row*8)
			if m%4 != 0 {
				e.transpose(4, src.at(m-4, j), src.col*8, dst.at(m-4, j), dst.row*8)
			}
		}
		return
	}
	for i := range m {
		to, from := dst.origin+i*dst.row, src.origin+i*src.row
		for j := range n {
			dst.data[to+j*dst.col] = src.data[from+j*src.col]
		}
	}
}

// copyBack copies the m x n matrix src, with contiguous rows, to dst, with
// contiguous rows or columns.
func (e *kernels) copyBack(dst, src view, m, n int) {
	if n == 1 {
		for i := range m {
			dst.data[dst.origin+i*dst.row] = src.data[src.origin+i*src.row]
		}
		return
	}
	if dst.col == 1 {
		for i := range m {
			copy(dst.rowSlice(i, 0, n), src.rowSlice(i, 0, n))
		}
		return
	}
	e.transposeInto(dst.transposed(), src.transposed(), n, m)
}

// symmetricStrip is the rows that fillSymmetric takes at a time.
const symmetricStrip = 8

// fillSymmetric makes dst, with contiguous rows, the symmetric matrix with the upper
// triangle of src.
func (e *kernels) fillSymmetric(dst, src view, n int) {
	for i := 0; i < n; i += symmetricStrip {
		end := min(i+symmetricStrip, n)
		for r := i; r < end; r++ {
			for c := r; c < end; c++ {
				v := *src.at(r, c)
				*dst.at(r, c), *dst.at(c, r) = v, v
			}
		}
		if end < n {
			right, below := dst.from(i, end), dst.from(end, i)
			e.copyInto(right.data[right.origin:], dst.row, src.from(i, end), end-i, n-end)
			e.copyInto(below.data[below.origin:], dst.row, src.from(i, end).transposed(), n-end, end-i)
		}
	}
}

// packRows copies the m x k matrix a, with contiguous columns, in panels of e.rows
// rows, each k-major.
func (e *kernels) packRows(dst []float64, a view, m, k int) {
	for i := 0; i < m; i += e.rows {
		r := min(e.rows, m-i)
		e.copyInto(dst[i*k:(i+r)*k], r, a.from(i, 0).transposed(), k, r)
	}
}

// packPanel copies the k x n matrix b to rows of ld, filled up with zeros.
func (e *kernels) packPanel(dst []float64, ld int, b view, k, n int) {
	if n < ld {
		clear(dst)
	}
	e.copyInto(dst, ld, b, k, n)
}

// whole is n rounded up to whole vectors.
func (e *kernels) whole(n int) int { return (n + e.width - 1) &^ (e.width - 1) }

func pointer(s []float64, i int) unsafe.Pointer { return unsafe.Pointer(&s[i]) }
