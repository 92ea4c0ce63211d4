package statistic

import (
	"math"
	"testing"

	"gpcbench/analysis"
)

// From 10 seconds on, when both have begun, a leads to 100, b to 10,000 seconds.
func TestLeadOf(t *testing.T) {
	curves := []analysis.Curve{
		{Name: "a", X: []float64{1, 10000}, Y: []float64{0.5, 0.5}},
		{Name: "b", X: []float64{10, 100}, Y: []float64{0.6, 0.4}},
		{Name: "b", X: []float64{10, 100}, Y: []float64{0.7, 0.45}},
	}
	if share, _ := leadOf("a", curves, 2, 1); math.Abs(share-1./3) > 0.01 {
		t.Errorf("%v", share)
	}
	if share, _ := leadOf("b", curves, 2, -1); math.Abs(share-1./3) > 0.01 {
		t.Errorf("higher is better: %v", share)
	}
	curves = append(curves, analysis.Curve{Name: "c", X: []float64{1000, 2000}, Y: []float64{0.4, 0.4}})
	for method, want := range map[string]float64{"a": 0, "b": 0.5, "c": 0.5} {
		if share, _ := leadOf(method, curves, 3, 1); share != want {
			t.Errorf("of two that are equal %s leads %v", method, share)
		}
	}
	if _, ok := leadOf("a", curves, 4, 1); ok {
		t.Error("one has no curve")
	}
}
