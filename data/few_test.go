package data

import (
	"slices"
	"strconv"
	"testing"
)

func TestFew(t *testing.T) {
	var names []string
	for i := range 12 {
		names = append(names, strconv.Itoa(i))
	}
	for n, more := range map[int]string{0: "", 10: "", 11: " and 1 more", 12: " and 2 more"} {
		if first, got := Few(names[:n]); !slices.Equal(first, names[:min(n, 10)]) || got != more {
			t.Errorf("of %d names %q%s", n, first, got)
		}
	}
}
