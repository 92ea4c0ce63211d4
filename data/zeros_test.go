package data

import (
	"errors"
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
	table := NewMemory(x, make([]int, 1000))
	if got, err := Zeros(table); got != 0.25 || err != nil {
		t.Error(got, err)
	}
	damaged := errors.New("damaged")
	if _, err := Zeros(unreadable{table, damaged}); err != damaged {
		t.Error(err)
	}
}

// unreadable is a table whose rows cannot be read.
type unreadable struct {
	Table
	why error
}

func (u unreadable) Rows([]float64, []int) { FailRead(u.why) }
