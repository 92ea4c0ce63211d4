package trace

import "testing"

func TestSigned(t *testing.T) {
	for v, want := range map[float64]string{-0.00394: "-0.0039", 0.0123: "+0.012", 1.26: "+1.3", -126.4: "-126", 0.00004: "0", -0.00004: "0", 0.00016: "+0.0002", 0: "0"} {
		if got := signed(v); got != want {
			t.Errorf("%v is written %q, want %q", v, got, want)
		}
	}
}
