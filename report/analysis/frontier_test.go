package analysis

import (
	"math"
	"testing"
)

// From 10 seconds on, when both have begun, a leads to 100, b to 10,000 seconds.
func TestFrontier(t *testing.T) {
	curves := []Curve{
		{Name: "a", X: []float64{1, 10000}, Y: []float64{0.5, 0.5}},
		{Name: "b", X: []float64{10, 100}, Y: []float64{0.6, 0.4}},
		{Name: "b", X: []float64{10, 100}, Y: []float64{0.7, 0.45}},
	}
	shares := Frontier(curves, false)
	if math.Abs(shares["a"]-1./3) > 0.01 || math.Abs(shares["a"]+shares["b"]-1) > 1e-12 {
		t.Errorf("%v", shares)
	}
	if shares := Frontier(curves, true); math.Abs(shares["b"]-1./3) > 0.01 {
		t.Errorf("higher is better: %v", shares)
	}
	curves = append(curves, Curve{Name: "c", X: []float64{1000, 2000}, Y: []float64{0.4, 0.4}})
	if shares := Frontier(curves, false); shares["a"] != 0 || shares["b"] != 0.5 || shares["c"] != 0.5 {
		t.Errorf("two that are equal: %v", shares)
	}
}
