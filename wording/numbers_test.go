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

func TestGrouped(t *testing.T) {
	for want, x := range map[string]float64{"600": 600, "0.01": 0.01, "10,230": 10233, "-123,400": -123434, "1.2e+06": 1.2e6} {
		if got := Grouped(x); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestLasting(t *testing.T) {
	for want, seconds := range map[string]float64{"3 seconds": 3, "40 minutes": 2400, "2.5 hours": 9000} {
		if got := Lasting(seconds); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
