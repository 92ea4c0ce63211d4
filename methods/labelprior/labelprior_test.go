package labelprior

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// The rate of a label that n of N rows have is (n + 1/2) / (N + 1).
func TestRates(t *testing.T) {
	got := Rates([]int{0, 1, 4}, 4)
	for k, want := range []float64{0.1, 0.3, 0.9} {
		if math.Abs(got[k]-want) > 1e-15 {
			t.Errorf("label %d: %v, want %v", k, got[k], want)
		}
	}
}

// A fit counts the labels of the training rows, and predicts the same rates for every row.
func TestFit(t *testing.T) {
	labels := data.NewLabelSets()
	for _, set := range [][]int{{3}, {2, 3}, {1, 2, 3}} {
		labels.Append(set)
	}
	table := data.NewLabelledMemory(mat.NewDense(3, 1, []float64{5, 6, 7}), labels)
	p, err := New().Fit(t.Context(), methodtest.LabelTask(table, 4, 1), &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	x := mat.NewDense(2, 1, []float64{1, 9})
	got, rows := mat.NewDense(2, 4, nil), mat.NewDense(2, 4, nil)
	p.Predict(got, x)
	p.(method.RowsPredictor).PredictRows(rows, inputs.Dense{Dense: x})
	for k, want := range []float64{0.5 / 4, 1.5 / 4, 2.5 / 4, 3.5 / 4} {
		for i := range 2 {
			if math.Abs(got.At(i, k)-want) > 1e-15 || rows.At(i, k) != got.At(i, k) {
				t.Errorf("row %d, label %d: %v and %v, want %v", i, k, got.At(i, k), rows.At(i, k), want)
			}
		}
	}
}
