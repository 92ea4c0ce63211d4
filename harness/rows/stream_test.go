package rows

import "testing"

func TestStreams(t *testing.T) {
	draw := func(seed uint64, dataset string, repeat int, purpose string) uint64 {
		return Stream(seed, dataset, repeat, purpose).Uint64()
	}
	if a, b := draw(1, "a", 2, "split"), draw(1, "a", 2, "split"); a != b {
		t.Error("the same names give different numbers")
	}
	seen := map[uint64]bool{}
	for _, v := range []uint64{draw(1, "a", 2, "split"), draw(2, "a", 2, "split"), draw(1, "b", 2, "split"), draw(1, "a", 3, "split"), draw(1, "a", 2, "test"), draw(1, "", 2, "split")} {
		if seen[v] {
			t.Error("different names give the same numbers")
		}
		seen[v] = true
	}
	if got := draw(1, "glass", 0, "split"); got != 11980438151602609626 {
		t.Errorf("the numbers have changed: %d; that takes a new harness.NumericsVersion", got)
	}
}
