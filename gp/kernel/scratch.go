package kernel

import (
	"math/bits"
	"sync"

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

// borrow returns an r x c matrix with unspecified content.
func borrow(r, c int) *loan {
	size := bits.Len(uint(r*c - 1))
	l, ok := pools[size].Get().(*loan)
	if !ok {
		l = &loan{data: make([]float64, 1<<size)}
	}
	l.Dense = mat.NewDense(r, c, l.data[:r*c])
	return l
}

// giveBack ends a loan.
func giveBack(l *loan) {
	if l != nil {
		pools[bits.Len(uint(len(l.data)-1))].Put(l)
	}
}
