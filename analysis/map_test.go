package analysis_test

import (
	"math"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/record/recordtest"
)

func TestBordersLieBetweenClasses(t *testing.T) {
	segments := analysis.DecisionMap{Map: *recordtest.Thirds()}.Borders()
	length, centre := 0.0, false
	for _, s := range segments {
		for _, p := range s {
			across, up := p[1] == 3.5, p[0] == 3.5 && p[1] >= 3.5
			if !across && !up {
				t.Errorf("%v is on no border", p)
			}
			centre = centre || p == [2]float64{3.5, 3.5}
		}
		length += math.Hypot(s[0][0]-s[1][0], s[0][1]-s[1][1])
	}
	if math.Abs(length-(7+3.5)) > 1e-12 || !centre {
		t.Errorf("borders of length %v, want 10.5; through the point where three classes meet: %v", length, centre)
	}
}
