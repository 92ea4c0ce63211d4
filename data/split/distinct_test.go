package split

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/datatest"
)

// Distinct training rows are the first of those that have the same inputs and class.
func TestDistinct(t *testing.T) {
	x := mat.NewDense(7, 2, []float64{
		1, 2,
		1, 2, // of another class
		1, 2, // row 0
		0, 3,
		math.Copysign(0, -1), 3, // row 3
		1, 2, // a test row, though it is row 0
		2, 1,
	})
	ds := &data.Dataset{Name: "t", Table: data.NewMemory(x, []int{0, 1, 0, 1, 1, 0, 0}), ClassNames: make([]string, 2)}
	ds.Splits = []data.Split{data.SplitOf(7, []int{0, 1, 2, 3, 4, 6})}
	split, err := Spec{Kind: "published", Distinct: true}.Make(ds, Limits{}, 0, testStream)
	if err != nil {
		t.Fatal(err)
	}
	if train, test := datatest.Rows(split.Train), datatest.Rows(split.Test); !slices.Equal(train, []int{0, 1, 3, 6}) || !slices.Equal(test, []int{5}) {
		t.Errorf("train %v, test %v", train, test)
	}
}
