package performance

import (
	"math"
	"testing"

	"gpcbench/analysis"
)

// A is the first on one of two data sets and three times as late on the other; B never comes near
// on the second.
func TestProfile(t *testing.T) {
	fit := func(label string, x, y []float64) analysis.Course {
		return analysis.Course{Label: label, Trace: analysis.Trace{X: x, Y: y}, Least: 0.2, Weight: 1}
	}
	ratios := ratiosOf([]analysis.Course{
		fit("A", []float64{1, 3}, []float64{0.5, 0.205}), fit("B", []float64{1}, []float64{0.2}), fit("C", []float64{1}, []float64{0.9}),
		fit("A", []float64{2}, []float64{0.2}), fit("B", []float64{1}, []float64{0.3}), fit("C", []float64{8}, []float64{0.2}),
	}, 0.01)
	for label, want := range map[string][2]float64{"A": {1, 3}, "B": {1, math.Inf(1)}, "C": {4, math.Inf(1)}} {
		if got := ratios[label]; len(got) != 2 || got[0].time != want[0] || got[1].time != want[1] {
			t.Errorf("%s: %v, want %v", label, got, want)
		}
	}
	line := steps(ratios["A"], 2, 1)
	for i, want := range []struct{ x, y float64 }{{0, 0}, {0, 0}, {0, 0.5}, {math.Log10(3), 0.5}, {math.Log10(3), 1}, {1, 1}} {
		if line[i].X != want.x || line[i].Y != want.y {
			t.Errorf("point %d: %v, want %v", i, line[i], want)
		}
	}
}
