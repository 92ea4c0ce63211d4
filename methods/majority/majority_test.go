package majority

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/methodtest"
)

// Of six rows one, two and three are in the classes.
func TestShares(t *testing.T) {
	table := data.NewMemory(mat.NewDense(6, 1, nil), []int{2, 1, 2, 0, 1, 2})
	p, err := New().Fit(t.Context(), methodtest.Task(table, 3, 1), &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	got := mat.NewDense(2, 3, nil)
	p.Predict(got, mat.NewDense(2, 1, []float64{1, 9}))
	for c, want := range []float64{1.5 / 7.5, 2.5 / 7.5, 3.5 / 7.5} {
		if math.Abs(got.At(0, c)-want) > 1e-15 || got.At(1, c) != got.At(0, c) {
			t.Errorf("class %d: %v and %v, want %v", c, got.At(0, c), got.At(1, c), want)
		}
	}
}
