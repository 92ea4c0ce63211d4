package methodtest

import (
	"math"
	"slices"
	"testing"
)

// Objective is what a search maximises: its value at x, with the derivatives.
type Objective func(x, gradient []float64) (float64, error)

// Differences says how derivatives are held against differences of an objective.
type Differences struct {
	Step      float64
	Tolerance float64 // of a derivative, times 1 plus its size
	Fourth    bool    // the order is 4, else 2
}

// Of returns the central difference for element i at x.
func (d Differences) Of(t testing.TB, objective Objective, x []float64, i int) float64 {
	t.Helper()
	unused := make([]float64, len(x))
	at := func(by float64) float64 {
		moved := slices.Clone(x)
		moved[i] += by
		v, err := objective(moved, unused)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	h := d.Step
	if d.Fourth {
		return (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h)
	}
	return (at(h) - at(-h)) / (2 * h)
}

// Check reports each of the first n derivatives at x that is not that of differences. what names the case.
func (d Differences) Check(t testing.TB, what any, objective Objective, x []float64, n int) {
	t.Helper()
	gradient := make([]float64, len(x))
	if _, err := objective(x, gradient); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		want := d.Of(t, objective, x, i)
		if !(math.Abs(gradient[i]-want) <= d.Tolerance*(1+math.Abs(want))) {
			t.Errorf("%v, derivative %d of %d: %.10f, differences %.10f", what, i, n, gradient[i], want)
		}
	}
}
