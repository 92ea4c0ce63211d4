package kernel

import (
	"math/bits"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// A Kernel is an immutable value and safe for concurrent use, so the space it
// works in is borrowed: one pool for each power of two.
var pools [64]sync.Pool

// loan is a borrowed matrix.
type loan struct {
	*mat.Dense
	data []float64
}

// row returns the elements of a matrix of one row.
func (l *loan) row() []float64 { return l.RawRowView(0) }

// borrow returns an r x c matrix with unspecified content.
func borrow(r, c int) *loan {
	size := bits.Len(uint(r*c - 1))
	l, ok := pools[size].Get().(*loan)
	if !ok {
		l = &loan{Dense: new(mat.Dense), data: make([]float64, 1<<size)}
	}
	l.SetRawMatrix(blas64.General{Rows: r, Cols: c, Stride: c, Data: l.data[:r*c]})
	return l
}

// giveBack ends a loan.
func giveBack(l *loan) {
	if l != nil {
		pools[bits.Len(uint(len(l.data)-1))].Put(l)
	}
}

// zeros returns a borrowed matrix of one row of n zeros.
func zeros(n int) *loan {
	l := borrow(1, n)
	clear(l.row())
	return l
}
