package analysis

import "testing"

func TestNumberOf(t *testing.T) {
	for text, want := range map[string]float64{"5%": 5, "11,000": 11000, sizeText(11000000): 11e6, "0.5": 0.5, "-2": -2} {
		if got, ok := NumberOf(text); !ok || got != want {
			t.Errorf("%q is read as %g (%v), want %g", text, got, ok, want)
		}
	}
	for _, text := range []string{"all", "", "%", "5%%"} {
		if got, ok := NumberOf(text); ok {
			t.Errorf("%q is read as %g", text, got)
		}
	}
}
