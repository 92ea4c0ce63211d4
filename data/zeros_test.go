package data

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Of 1000 rows a hundred are looked at, evenly spaced: every tenth.
func TestZeros(t *testing.T) {
	x := mat.NewDense(1000, 2, nil)
	for i := range 1000 {
		x.Set(i, 0, float64(i%20)) // 0 in every second of those
		x.Set(i, 1, 1)
	}
	if got := Zeros(NewMemory(x, make([]int, 1000))); got != 0.25 {
		t.Error(got)
	}
}
