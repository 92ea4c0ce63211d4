package variational

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/methodtest"
)

func TestHoldoutStops(t *testing.T) {
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		s := configured(t, map[string]any{"inducing": 8, "iterations": 100000, "stop": "holdout", "check_every": 20, "holdout_tolerance": 1e-3})
		rec := &methodtest.Recorder{Every: 1 << 30}
		if _, err := Fit(t.Context(), toy(200, l.Outputs()), rec, s, l); err != nil {
			t.Fatal(err)
		}
		if rec.Last == 100000 || rec.Last%20 != 0 || rec.Last < 120 {
			t.Errorf("stopped after %d iterations", rec.Last)
		}
	})
}

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
		held := &heldOut{rows: toy(9, 2).Train}
		_, y := held.rows.ReadAll()
		var got []int
		for i, nll := range c.nll {
			held.add(constantNLL{y, nll}, 2)
			if held.converged(c.tolerance) {
				got = append(got, i+1)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: converged after checks %v, want %v", c.name, got, c.want)
		}
	}
	if (*heldOut)(nil).converged(1) {
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

// A fit that is interrupted between its last iteration and its end takes no
// further iteration when it goes on.
func TestHoldoutStopsAfterResume(t *testing.T) {
	l := cases[0].likelihood
	s := configured(t, map[string]any{"inducing": 4, "iterations": 100000, "stop": "holdout", "check_every": 5, "holdout_tolerance": 1e-2})
	whole := &methodtest.Recorder{Every: 1 << 30, States: map[int][]byte{}}
	if _, err := Fit(t.Context(), toy(100, 2), whole, s, l); err != nil {
		t.Fatal(err)
	}
	rest := &methodtest.Recorder{Every: 1 << 30, From: whole.Last, State: whole.States[whole.Last]}
	if _, err := Fit(t.Context(), toy(100, 2), rest, s, l); err != nil {
		t.Fatal(err)
	}
	if rest.Last != whole.Last {
		t.Errorf("stopped after %d iterations, after a resume at the end after %d", whole.Last, rest.Last)
	}
}

// Nine tenths are trained on, in order, without the held-out rows.
func TestSplit(t *testing.T) {
	task := toy(57, 2)
	train, held := split(task)
	if train.Len() != 52 || held.rows.Len() != 5 {
		t.Fatalf("%d and %d rows", train.Len(), held.rows.Len())
	}
	seen := map[int]bool{}
	for i := range held.rows.Len() {
		seen[held.rows.Row(i)] = true
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
	task.Train = task.Train.Normalise()
	if train, held := split(task); !train.Normalised() || !held.rows.Normalised() || train.Scaler() != task.Train.Scaler() {
		t.Error("one part of the rows is scaled in another way than the other")
	}
}
