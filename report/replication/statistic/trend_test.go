package statistic

import (
	"math"
	"testing"

	"gpcbench/harness/record/recordtest"
)

// Slopes 1, 2, ... of six points have Sen's interval from the second to the last but one.
func TestMedianSlope(t *testing.T) {
	s := medianSlope([]float64{0, 1, 2, 3, 4, 5}, []float64{0, 1, 4, 9, 16, 25})
	recordtest.Near(t, "median", s.Median, 5)
	recordtest.Near(t, "low", s.Low, 2)
	recordtest.Near(t, "high", s.High, 8)
	if few := medianSlope([]float64{0, 1, 2, 3}, []float64{0, 1, 4, 9}); !math.IsNaN(few.Low) {
		t.Errorf("four points: %+v", few)
	}
}

// A slope of 0 neither rises nor falls.
func TestAFlatSlope(t *testing.T) {
	for _, direction := range []string{"rises", "falls"} {
		r := trend.Region(Claim{Direction: direction})
		if got := r.Stands(0, 0, 0); got != Against {
			t.Errorf("%s: a slope of 0 is %q", direction, got)
		}
		if got := r.Stands(0, -1, 1); got != Open {
			t.Errorf("%s: a slope of either sign is %q", direction, got)
		}
	}
	falls := trend.Region(Claim{Direction: "falls"})
	if a, b := falls.Stands(-1, -2, -0.5), falls.Stands(1, 0, 2); a != For || b != Against {
		t.Errorf("one that falls is %q, one that rises %q", a, b)
	}
}
