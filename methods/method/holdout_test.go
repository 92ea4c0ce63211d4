package method_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// The rule is of the means over five checks: it holds at the checks where that of the last five
// and that of the five before differ by less than the tolerance.
func TestHoldoutConverged(t *testing.T) {
	for _, c := range []struct {
		name      string
		nll       []float64
		tolerance float64
		want      []int // the checks, from 1, after which the fit has converged
	}{
		{"five checks are too few", []float64{1, 1, 1, 1, 1}, 0.1, nil},
		{"still from the start", []float64{1, 1, 1, 1, 1, 1, 1}, 1e-9, []int{6, 7}},
		// The means are 0.76, 0.64, 0.56, 0.52, 0.5 and 0.5 from the fifth check on.
		{"falling", []float64{1.1, 0.9, 0.7, 0.6, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, 0.05, []int{8, 9, 10}},
		{"rising", []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.6, 0.7, 0.9, 1.1}, 0.05, []int{6, 7}},
		{"round in circles", []float64{2, 1, 3, 1, 2, 2, 1, 3, 1, 2, 2}, 1e-9, []int{6, 7, 8, 9, 10, 11}},
		{"the first check is far off", []float64{4, 1, 1, 1, 1, 1, 1}, 0.5, []int{7}},
	} {
		_, held := method.Holdout{Stop: "holdout", CheckEvery: 1, HoldoutTolerance: c.tolerance}.Split(numbered(20))
		_, y := held.Rows.ReadAll()
		var got []int
		for i, nll := range c.nll {
			if err := held.Check(&methodtest.Recorder{}, i+1, 2, func() (method.Predictor, error) { return constantNLL{y, nll}, nil }); err != nil {
				t.Fatal(err)
			}
			if held.Converged() {
				got = append(got, i+1)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: converged after checks %v, want %v", c.name, got, c.want)
		}
	}
	if (*method.HeldOut)(nil).Converged() {
		t.Error("a fit without held-out rows has converged")
	}
}

// constantNLL gives rows of the classes y the same negative log probability.
type constantNLL struct {
	y   []int
	nll float64
}

func (p constantNLL) Predict(dst, _ *mat.Dense) {
	for i, c := range p.y {
		dst.Set(i, c, math.Exp(-p.nll))
	}
}

func (p constantNLL) Size() (columns, classes int) { return 0, 0 }

func (p constantNLL) MarshalBinary() ([]byte, error) { return nil, nil }

// Nine tenths are trained on, in order, without the held-out rows.
func TestHoldoutSplit(t *testing.T) {
	task := numbered(57)
	train, held := method.Holdout{Stop: "holdout"}.Split(task)
	if train.Len() != 52 || held.Rows.Len() != 5 {
		t.Fatalf("%d and %d rows", train.Len(), held.Rows.Len())
	}
	seen := map[int]bool{}
	for i := range held.Rows.Len() {
		seen[held.Rows.Row(i)] = true
	}
	for i, last := 0, -1; i < train.Len(); i++ {
		row := train.Row(i)
		if row <= last || seen[row] {
			t.Errorf("row %d at %d", row, i)
		}
		last = row
		seen[row] = true
	}
	if len(seen) != 57 {
		t.Errorf("%d rows in all", len(seen))
	}
	if train, held := (method.Holdout{Stop: "none"}).Split(task); train != task.Train || held != nil {
		t.Error("rows are held out that nobody asked for")
	}
	task.Train = task.Train.Normalise()
	if train, held := (method.Holdout{Stop: "holdout"}).Split(task); !train.Normalised() || !held.Rows.Normalised() || train.Scaler() != task.Train.Scaler() {
		t.Error("one part of the rows is scaled in another way than the other")
	}
}
