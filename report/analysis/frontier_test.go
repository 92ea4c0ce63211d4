package analysis

import (
	"math"
	"testing"
)

// a leads from 1 to 100, b from 100 to 10,000 seconds.
func TestFrontier(t *testing.T) {
	curves := []Curve{
		{Name: "a", X: []float64{1, 10000}, Y: []float64{0.5, 0.5}},
		{Name: "b", X: []float64{10, 100}, Y: []float64{0.6, 0.4}},
		{Name: "b", X: []float64{10, 100}, Y: []float64{0.7, 0.45}},
	}
	shares := Frontier(curves, false)
	if math.Abs(shares["a"]-0.5) > 0.01 || math.Abs(shares["a"]+shares["b"]-1) > 1e-12 {
		t.Errorf("%v", shares)
	}
	if shares := Frontier(curves, true); math.Abs(shares["b"]-0.25) > 0.01 {
		t.Errorf("higher is better: %v", shares)
	}
}
