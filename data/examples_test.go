package data

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Classes yields every class once, in order, across the blocks it reads, and ends
// where its reader does.
func TestClassesInOrder(t *testing.T) {
	const n = 10_000
	x, y := mat.NewDense(n, 1, nil), make([]int, n)
	var index Rows
	var want []int
	for i := range n {
		y[i] = i * i % 7
	}
	for i := n - 1; i >= 0; i -= 2 {
		index = append(index, i)
		want = append(want, y[i])
	}
	ex := NewExamples(NewMemory(x, y), index, nil)
	if got := slices.Collect(ex.Classes()); !slices.Equal(got, want) {
		t.Errorf("%d classes, not those of the examples", len(got))
	}
	seen := 0
	for range ex.Classes() {
		if seen++; seen == 4097 {
			break
		}
	}
	if seen != 4097 {
		t.Errorf("%d classes before the end", seen)
	}
}
