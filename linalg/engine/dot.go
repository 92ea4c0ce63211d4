package engine

import (
	"math"
	"unsafe"
)

// Inner products of vectors are summed in 16 lanes: lane l is the chain of fused
// multiply-adds over the elements l, l+16, l+32, ..., the last ones filled up with
// zeros; then lanes are added in pairs l and l+8, l+4, l+2, l+1. That order is the
// same for vectors of 4 and of 8.

// dots sets s[r] to the inner product of row r of a with x, r = 0..rows-1, where
// rows is 1 or 4 and the rows of a and x are contiguous with n elements.
func (e *kernels) dots(w *workspace, rows, n int, a view, x []float64, s *[4]float64) {
	kernel := e.dot1
	if rows == 4 {
		kernel = e.dot4
	}
	clear(w.lanes[:])
	blocks := n / 16
	if blocks > 0 {
		a.at(rows-1, n-1) // in bounds
		kernel(blocks, a.at(0, 0), a.row*8, &x[0], &w.lanes[0])
	}
	if done := blocks * 16; done < n {
		clear(w.tail[:])
		for r := range rows {
			copy(w.tail[r*16:], a.rowSlice(r, done, n))
		}
		copy(w.tail[4*16:], x[done:n])
		kernel(1, &w.tail[0], 16*8, &w.tail[4*16], &w.lanes[0])
	}
	for r := range rows {
		l := (*[16]float64)(w.lanes[r*16:])
		l0, l1, l2, l3 := (l[0]+l[8])+(l[4]+l[12]), (l[1]+l[9])+(l[5]+l[13]), (l[2]+l[10])+(l[6]+l[14]), (l[3]+l[11])+(l[7]+l[15])
		s[r] = (l0 + l2) + (l1 + l3)
	}
}

func dot1Portable(blocks int, a *float64, lda int, x, lanes *float64) {
	dotPortable(1, blocks, a, lda, x, lanes)
}

func dot4Portable(blocks int, a *float64, lda int, x, lanes *float64) {
	dotPortable(4, blocks, a, lda, x, lanes)
}

func dotPortable(rows, blocks int, a *float64, lda int, x, lanes *float64) {
	xs := unsafe.Slice(x, blocks*16)
	for r := range rows {
		as := unsafe.Slice(element(unsafe.Pointer(a), r*lda), blocks*16)
		l := unsafe.Slice(element(unsafe.Pointer(lanes), r*128), 16)
		for i, v := range as {
			l[i%16] = math.FMA(v, xs[i], l[i%16])
		}
	}
}
