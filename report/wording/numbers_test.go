package wording

import (
	"math"
	"testing"
)

func TestPValue(t *testing.T) {
	for _, c := range []struct {
		p                float64
		inTable, inWords string
	}{{0.0123, "0.012", "p = 0.012"}, {0.06, "0.06", "p = 0.06"}, {1, "1", "p = 1"}, {0.0001, "0.0001", "p = 0.0001"}, {3e-9, "< 0.0001", "p < 0.0001"}, {0, "< 0.0001", "p < 0.0001"}} {
		if table, words := PValue(c.p), PIs(c.p); table != c.inTable || words != c.inWords {
			t.Errorf("%g is %q in a table and %q in words, want %q and %q", c.p, table, words, c.inTable, c.inWords)
		}
	}
	if got := PValue(math.NaN()); got != "–" {
		t.Errorf("none is %q", got)
	}
}
