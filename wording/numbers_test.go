package wording

import (
	"math"
	"testing"
)

func TestPValue(t *testing.T) {
	for p, want := range map[float64]string{0.0123: "0.012", 0.06: "0.06", 1: "1", 0.0001: "0.0001", 3e-9: "< 0.0001", 0: "< 0.0001"} {
		if got := PValue(p); got != want {
			t.Errorf("%g is %q, want %q", p, got, want)
		}
	}
	if got := PValue(math.NaN()); got != "–" {
		t.Errorf("none is %q", got)
	}
}
